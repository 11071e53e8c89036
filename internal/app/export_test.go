package app

// RefuseDemoAccounts is the check that Serve makes before it listens.
var RefuseDemoAccounts = (*App).refuseDemoAccounts
