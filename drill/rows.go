package main

// row is a line of security.md §4, or one of ours after them; S is a way around a right. It says what is done to the product,
// and which tests do it.
type row struct {
	id, what, goal string
	long           int // repetitions of the long run; the short one is what each test does by itself
	tests          []target
	missing        string // what of the row nothing here shows
}

// target is tests of one package.
type target struct {
	pkg     string
	tests   []string
	byCount bool // repeated as a whole by go test -count: the test has no number of its own
	fuzz    bool // each name is a fuzz target, and repetitions are seconds
}

const command = "./cmd/studbonus"

func in(pkg string, tests ...string) target { return target{pkg: "./internal/" + pkg, tests: tests} }

func repeated(pkg string, tests ...string) target {
	return target{pkg: "./internal/" + pkg, tests: tests, byCount: true}
}

func process(tests ...string) target { return target{pkg: command, tests: tests} }

func fuzzed(pkg string, tests ...string) target {
	return target{pkg: "./internal/" + pkg, tests: tests, fuzz: true}
}

var rows = []row{
	{id: "L1", what: "operators at work on SQLite", goal: "p95 lists 250 ms, cards 150 ms, p99 800 ms, no 5xx, 512 MB and flat", tests: []target{process("TestOperatorsAtWork")}},
	{id: "L2", what: "operators at three instances on PostgreSQL, behind the proxy", goal: "p95 400 ms, p99 1.2 s, no 5xx", tests: []target{process("TestOperatorsAtAFleet")}},
	{id: "L3", what: "a crowd signing in", goal: "p95 1 s at 5/s; at 50/s the rest is turned away within 1 s, others p95 ≤ 2×, < 128 MB more", tests: []target{process("TestACrowdSigningIn")}},
	{id: "L4", what: "1,000 sessions refresh within 10 s, a tenth from two tabs", goal: "p95 500 ms, no session ended", tests: []target{process("TestEverybodyRefreshesAtOnce")}},
	{id: "L5", what: "500,000 codes while operators work", goal: "120 s, p95 ≤ 1.5×, < 64 MB more, exact", tests: []target{process("TestAnImportUnderLoad")}},
	{id: "L6", what: "everybody's students as .xlsx", goal: "60 s, < 128 MB more, exact", tests: []target{process("TestALargeExport")}, missing: "opened by LibreOffice, other than by hand"},
	{id: "L7", what: "L1 for 8 hours", goal: "goroutines, descriptors, WAL ≤ 64 MB flat", tests: []target{process("TestOperatorsAtWork")}, missing: "8 hours: MINUTES=480"},
	{id: "L8", what: "five times L1 for a minute", goal: "sheds or holds, as before 10 s later, nothing lost", tests: []target{process("TestFiveTimesTheLoad")}},
	{id: "L9", what: "cold start", goal: "ready in 2 s, first lists in 7 s", tests: []target{process("TestAColdStart")}},
	{id: "L10", what: "one operator uploads the largest pictures, all at once", goal: "< 450 MB more, the rest turned away with 429", long: 200, tests: []target{process("TestUploadsOfOneOperatorAreBounded")}},
	{id: "L11", what: "one operator asks for exports of everybody, all at once; somebody else for a letter", goal: "three exports, the rest 429; the letter within 15 s", long: 100, tests: []target{process("TestExportsDoNotHoldUpMail"), in("jobs", "TestWorkOfOneQueueDoesNotHoldUpAnother")}},

	{id: "F1", what: "kill -9 during a promo import", goal: "every code once, resumes", long: 200, tests: []target{
		process("TestAnImportOfAKilledServerBringsEveryCodeOnce", "TestAJobOfAKilledServerIsDoneOnceAfterTheRestart", "TestAJobOfAKilledServerIsDoneOnceByAnotherInstance"),
		repeated("promotions", "TestAnImportThatIsKilledGoesOn"),
	}},
	{id: "F2", what: "kill -9 during an export", goal: "whole or an error, never half", long: 200, tests: []target{process("TestAnExportOfAKilledServerComesOutWhole")}},
	{id: "F3", what: "kill -9 during status changes", goal: "status and audit agree, batches whole", long: 200, tests: []target{process("TestAStatusOfAKilledServerAgreesWithItsHistory")}},
	{id: "F4", what: "kill -9 during an upload", goal: "nothing half is visible, the retry works", long: 200, tests: []target{
		process("TestAnUploadOfAKilledServerLeavesNothingToSee"), repeated("blob", "TestAKilledWriterLeavesWholeObjectsOnly"),
	}},
	{id: "F5", what: "kill -9 during migrations", goal: "the next start completes them", long: 100, tests: []target{process("TestAMigrationThatIsKilledIsCompletedByTheNext")},
		missing: "an upgrade that is killed with data in place: there is no earlier release"},
	{id: "F6", what: "rolling restart of three instances behind the proxy, S3 store", goal: "no failed request, stop ≤ 30 s, jobs handed over", long: 30, tests: []target{process("TestARollingRestartFailsNobody")}},
	{id: "F7", what: "PostgreSQL restarted, killed; a standby promoted", goal: "503 meanwhile, ready ≤ 5 s, nothing lost or doubled", long: 50, tests: []target{
		process("TestARestartOfPostgreSQLLosesAndDoublesNothing", "TestAPromotedStandbyIsFoundAndHasEverything"), repeated("db", "TestADatabaseThatComesBackIsUsedAgain"),
	}},
	{id: "F8", what: "an instance cut off from the database", goal: "not ready ≤ 5 s, requests end ≤ 7 s, jobs pass on", long: 20, tests: []target{process("TestAnInstanceThatIsCutOffHandsItsWorkOver")}},
	{id: "F9", what: "disk full", goal: "writes 503, reads work, recovers by itself", long: 20, tests: []target{
		process("TestAFullDiskRefusesWritesUntilThereIsRoom"), repeated("db", "TestAFullDiskRefusesWritesAndLeavesReadsAndThenRecovers"), repeated("blob", "TestAFullDiskIsUnavailableAndLeavesNothing"),
	}},
	{id: "F10", what: "S3 store down, slow, 500, other bytes", goal: "503 in 7 s, the rest works, no row without bytes", long: 20, tests: []target{
		repeated("files", "TestAStoreThatIsDownRefusesUploadsInTimeAndNothingElse"),
		repeated("blob", "TestAFaultyStoreIsUnavailableAndKeepsNothing", "TestAPassingFaultIsTriedAgainWhenTheSourceCanBeRewound", "TestOtherBytesThanSentAreFoundAndRemoved", "TestAnUploadToADeadStoreFailsWithinSevenSeconds"),
	}},
	{id: "F11", what: "SMTP down, 4xx, 5xx, slow, dropped", goal: "sent once or failed visibly", long: 20, tests: []target{
		repeated("mail", "TestAnswersTellWhetherToTryAgain", "TestNoServerIsATemporaryFailure", "TestASlowOrBrokenServerDoesNotHoldTheSender"),
		repeated("jobs", "TestEachRetryWaitsLongerButNeverLong"), repeated("auth", "TestResetByMailServer"),
	}},
	{id: "F12", what: "geocoder down, slow, mad", goal: "≤ 3 s, then by hand", long: 20, tests: []target{
		repeated("geo", "TestAGeocoderThatIsDownSlowOrMad", "TestAfterFiveFailuresNobodyWaitsAnyMore", "TestTheBreakerOpensAfterFiveFailuresAndTriesAgainAfterHalfAMinute"),
	}},
	{id: "F13", what: "one instance with a wrong clock", goal: "no session ended, audit in order", long: 10, tests: []target{
		repeated("app", "TestAnInstanceWithAWrongClockHasTheTimeOfTheOthers"), repeated("audit", "TestAHistoryIsTheLatestFirstAndWithoutViews"),
	}},
	{id: "F14", what: "two decide about one card", goal: "one wins, one 409", long: 1000, tests: []target{in("students", "TestOfTwoDecisionsExactlyOneWins"), in("news", "TestOfTwoDecisionsExactlyOneWins")}},
	{id: "F15", what: "two save one card", goal: "the second gets 409, nothing overwritten", long: 1000, tests: []target{in("students", "TestOfTwoSavesExactlyOneWins")}},
	{id: "F16", what: "one create sent several times", goal: "one row, the same answer", long: 1000, tests: []target{in("rest", "TestParallelRepeats"), repeated("partners", "TestTheSameCreateSentAgainMakesOnePartner")}},
	{id: "F17", what: "a worker panics, or sleeps (SIGSTOP) and wakes", goal: "five tries, then failed; the woken one is fenced", long: 50, tests: []target{
		process("TestAnInstanceThatWasAsleepWritesNothing"), repeated("jobs", "TestAPanicIsOneFailedAttemptAndTheLastOneKnowsIt", "TestAnAttemptThatIsNotTheCurrentOneWritesNothing"),
	}},
	{id: "F18", what: "backup under load, restored elsewhere", goal: "verify clean, all acknowledged rows and files", long: 10, tests: []target{
		{pkg: command, tests: []string{"TestABackupOfARunningServerIsRestoredWhole", "TestADamagedBackupIsRefusedBeforeAnythingIsWritten"}, byCount: true},
	}, missing: "WAL shipping on PostgreSQL is the administrator's"},
	{id: "F19", what: "upgrade from released versions", goal: "5 min, base on the copy", long: 1, tests: []target{repeated("db", "TestMigrationsOnlyAdd", "TestSQLiteIsCopiedBeforeItsSchemaChanges")},
		missing: "nothing has been released yet: only the rules of migrations are held"},
	{id: "F20", what: "a partner with 20,001 of 400,000 reviews is renamed", goal: "the list is right at once, ≤ 2 s, and the index back", long: 20, tests: []target{
		in("reviews", "TestRenamingAPartnerWithManyReviewsHoldsNobodyUp"), repeated("index", "TestWhileManyChangesAreFollowedSQLAnswers", "TestAPageThatCannotFollowEndsInTime"),
	}},
	{id: "F21", what: "a flood of /readyz while the S3 store hangs", goal: "ready and degraded, < 1 s, the store is not asked more often", long: 20_000, tests: []target{in("app", "TestAFloodOfChecksWithAHangingFileStoreIsAnsweredFromMemory")}},

	{id: "B1", what: "permissions: every route × role × token state", goal: "all cells, both databases", long: 1, tests: []target{repeated("policytest", "TestEveryRouteForEveryRole", "TestEveryRouteForEveryTokenState")}},
	{id: "B2", what: "marked rows of another university", goal: "in no answer and no spreadsheet", long: 1, tests: []target{repeated("policytest", "TestNothingOfAnotherUniversityIsShown")},
		missing: "random worlds; mails and logs hold no such texts"},
	{id: "B3", what: "spoilt requests, by the schema; fields that come twice", goal: "no 5xx, ≤ 7 s, in Russian, nothing written", long: 2000, tests: []target{in("policytest", "TestSpoiltRequests"), repeated("rest", "TestBody")}},
	{id: "B4", what: "fuzz targets", goal: "no crash, no broken rule", long: 300, tests: []target{
		fuzzed("rest", "FuzzPagingHeaders", "FuzzBody"), fuzzed("auth", "FuzzToken", "FuzzSecret"), fuzzed("blob", "FuzzInspect", "FuzzImage", "FuzzKey"),
		fuzzed("form", "FuzzEmail", "FuzzPhone", "FuzzINN"), fuzzed("clock", "FuzzDate"), fuzzed("mail", "FuzzHeader"), fuzzed("geo", "FuzzReadable"), fuzzed("list", "FuzzTerms"),
		fuzzed("promotions", "FuzzFile"), fuzzed("partners", "FuzzWeek"), fuzzed("xlsx", "FuzzCell"), fuzzed("richtext", "FuzzSanitize", "FuzzLink"),
	}},
	{id: "B5", what: "uploads, csv, formulas, links, mail, keys, payloads", goal: "refused or made harmless", long: 1, tests: []target{
		repeated("blob", "TestTheCorpusIsRefusedOrDrawnAgain", "TestHeavyImagesAtOnceAreDrawnAgainInBoundedMemory"), repeated("promotions", "TestWhatAFileMayLookLike", "TestWhatIsWrongWithAFileIsSaid"),
		repeated("xlsx", "TestFormulasComeOutAsTextInEveryKindOfColumn", "TestHostileTextComesBackWhole"), repeated("geo", "TestOnlyPublicAddressesAreDialled"),
		repeated("mail", "TestInjectionsNeverReachTheServer"), repeated("files", "TestFortyWrongKeysFindNothing"),
		repeated("richtext", "TestNoPayloadLeavesAnythingThatRuns", "TestBadLinksAreRefused"),
	}, missing: "addresses to go back to (web unit tests) and payloads in Chromium are part of make test"},
	{id: "B6", what: "abuse of HTTP", goal: "refused or cut off, others p95 ≤ 2×", long: 1, tests: []target{process("TestAbuseOfTheProtocolHoldsNobodyUp"), repeated("rest", "TestBodyLimit", "TestSlowUpload")},
		missing: "10,000 connections at once: CONNECTIONS=10000"},
	{id: "B7", what: "random walks over statuses, two databases in step", goal: "as the model says", long: 200_000, tests: []target{in("policytest", "TestARandomWalkOverStatuses"), in("news", "TestARandomWalkOverApprovals")}},
	{id: "B8", what: "clients that ask and never read, bodies that never end", goal: "cut off after 30 s, < 1 MiB of the kernel's each, lists go on", long: 200, tests: []target{
		process("TestClientsThatNeverReadAreCutOff"), in("rest", "TestAClientThatNeverReadsIsCutOff", "TestABodyThatNobodyReadsIsNotWaitedFor"),
	}},

	{id: "S1", what: "a sign-in or password change racing a reset, a new password or a block", goal: "no session and no hash of the old password is left", long: 100, tests: []target{
		in("auth", "TestASignInUnderWayDoesNotOutliveItsPassword", "TestAPasswordChangeUnderWayDoesNotUndoAReset"), repeated("auth", "TestRenewingAHashDisturbsNobody"),
	}},
	{id: "S2", what: "guessing passwords and logins from all of an IPv6 /64", goal: "429 as from one address; denials counted, not listed", long: 1, tests: []target{
		repeated("auth", "TestThrottleByIPv6Network"), repeated("audit", "TestDenialsOfAnIPv6NetworkAreCountedTogether"),
	}},
	{id: "S3", what: "an export's link after a logout, a block, a lost role", goal: "404; every download in the audit log", long: 20, tests: []target{
		in("students", "TestAnExportIsOpenOnlyToWhoeverMayStillSeeIt"), repeated("students", "TestADownloadOfAnExportIsAudited"),
	}},
	{id: "S4", what: "counts and answers of another university's students by shared news", goal: "403; sums of all, words of one's own", long: 1, tests: []target{repeated("news", "TestReach", "TestWhatStudentsWroteIsForTheirUniversity")}},
	{id: "S5", what: "demo accounts on an address that others reach", goal: "does not start, says what to do", long: 1, tests: []target{repeated("app", "TestDemoAccountsAreNotServedToOthers", "TestAConfigurationIsCheckedBeforeAnythingIsOpened")}},
}
