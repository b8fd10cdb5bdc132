//! Ancientmaster, the profile of the first edition: units of three loose stands are ordered one after another until an
//! order fails, shoot, and fight in engagements that go on in retreat and pursuit. The modules follow the headings of the
//! book.

mod armies;
mod battlefield;
mod begun;
mod brigade;
mod casualties;
mod characters;
mod charge;
mod combat;
mod command;
mod cover;
mod data;
mod deploy;
mod drive_back;
mod edge;
mod evade;
mod forced;
mod forecast;
mod formation;
mod formed;
mod ground_card;
mod legs;
mod limits;
mod muster;
mod nouns;
mod numbers;
mod odds;
mod orders;
mod phalanx;
mod preference;
mod relocate;
mod ruleset;
mod sequence;
mod shooting;
mod sight;
mod stage;
mod state;
mod support;
mod switches;
mod terrain;
mod troop;
mod umpire;
mod victory;
mod ways;
mod zones;

pub use ruleset::RULESET;
