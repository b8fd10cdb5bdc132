//! All that is tested from outside, in one binary.

mod analyse;
mod captain;
mod cli;
mod conformance;
mod determinism;
mod door;
mod drill;
mod general;
mod files;
mod geometry;
mod kept_offers;
mod lexicon;
mod loose;
mod notation;
mod orders;
mod plans;
mod play;
mod referee;
mod rulebook;
mod sentences;
mod supposed;
mod secrets;
mod shards;
mod study;
mod tidy;
mod words;
