#!/bin/sh
# Shows a picture of the window as the colour-blind see it: for whoever works on the look.
#
# usage: tests/seen_by.sh PICTURE.png FOLDER
#
# Writes PICTURE-deuteranopia.png and PICTURE-protanopia.png into the folder: the matrices of Machado, Oliveira and
# Fernandes (2009) at full severity, on linear light, as `src/picture/palette/rgb.rs` has them; a test holds them equal.
set -eu
picture=$1
folder=$2
name=$(basename "$picture" .png)
see() {
    convert "$picture" -colorspace RGB -color-matrix "$2" -colorspace sRGB "$folder/$name-$1.png"
}
see deuteranopia '0.367322 0.860646 -0.227968 0.280085 0.672501 0.047413 -0.011820 0.042940 0.968881'
see protanopia '0.152286 1.052583 -0.204868 0.114503 0.786281 0.099216 -0.003882 -0.048116 1.051998'
