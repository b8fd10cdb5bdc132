//! All that is tested from outside, in one binary.

mod captain;
mod cli;
mod conformance;
mod determinism;
mod door;
mod drill;
mod files;
mod geometry;
mod lexicon;
mod notation;
mod plans;
mod play;
mod referee;
mod rulebook;
mod sentences;
mod secrets;
mod tidy;
mod words;
