package app

// RefuseDemoAccounts is what Serve asks before it listens.
var RefuseDemoAccounts = (*App).refuseDemoAccounts
