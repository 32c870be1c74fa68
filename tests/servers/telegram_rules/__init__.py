"""The Telegram test server, driven by the real client: each rule it must keep so that other tests can trust it."""
