//! How long a thread has been computing.

use std::time::{Duration, Instant};

/// Watches the computing time of the thread that made it.
pub struct Stopwatch {
    begun: Instant,
    on_cpu: Option<Duration>,
}

impl Stopwatch {
    /// Begins now.
    pub fn start() -> Stopwatch {
        Stopwatch { begun: Instant::now(), on_cpu: on_cpu() }
    }

    /// CPU seconds of this thread since then; where the system cannot tell, elapsed seconds.
    pub fn seconds(&self) -> f64 {
        let computed = self.on_cpu.zip(on_cpu()).map(|(then, now)| now.saturating_sub(then));
        computed.unwrap_or_else(|| self.begun.elapsed()).as_secs_f64()
    }
}

/// The CPU time that Linux has counted for this thread.
fn on_cpu() -> Option<Duration> {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    counted.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_is_not_computing() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(60));
        let limit = if on_cpu().is_some() { 0.05 } else { f64::INFINITY };
        assert!((0.0..limit).contains(&watch.seconds()), "{}", watch.seconds());
    }
}
