package main

// row is one drill: Ln is rule 14.n of docs/rules.md, Fn 15.n, Bn 16.n; S rows are attempts to bypass a permission, C rows abuse
// of cards and codes. It says what is done to the product and which tests do it.
type row struct {
	id, what, goal string
	long           int  // repetitions of the long run; otherwise each test has its own default
	whole          bool // the goal is about that many, so they run without --long too
	tests          []target
	missing        string // what the tests do not cover
}

// target selects tests of one package.
type target struct {
	pkg     string
	tests   []string
	byCount bool // repeated by go test -count: the test has no repetition count
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
	{id: "L4", what: "1,000 sessions refresh within 10 s, a tenth from two tabs", goal: "p95 500 ms, no session ended", tests: []target{process("TestAllSessionsRefreshAtOnce")}},
	{id: "L5", what: "500,000 codes while operators work", goal: "120 s, p95 ≤ 1.5×, < 64 MB more, exact", tests: []target{process("TestAnImportUnderLoad")}},
	{id: "L6", what: "everybody's students as .xlsx", goal: "60 s, < 128 MB more, exact", tests: []target{process("TestALargeExport")}, missing: "opened by LibreOffice, other than by hand"},
	{id: "L7", what: "L1 for 8 hours", goal: "goroutines, descriptors, WAL ≤ 64 MB flat", tests: []target{process("TestOperatorsAtWork")}, missing: "8 hours: MINUTES=480"},
	{id: "L8", what: "five times L1 for a minute", goal: "sheds or holds, as before 10 s later, nothing lost", tests: []target{process("TestFiveTimesTheLoad")}},
	{id: "L9", what: "cold start", goal: "ready in 2 s, first lists in 7 s", tests: []target{process("TestAColdStart")}},
	{id: "L10", what: "one operator uploads the largest pictures, all at once", goal: "< 450 MB more, the rest turned away with 429", long: 200, tests: []target{process("TestUploadsOfOneOperatorAreBounded")}},
	{id: "L11", what: "one operator asks for exports of everybody, all at once; somebody else for a letter", goal: "three exports, the rest 429; the letter within 15 s", long: 100, tests: []target{process("TestTimedExportsDoNotHoldUpMail"), in("platform/jobs", "TestQueuesDoNotBlockEachOther")}},
	{id: "L12", what: "students claim the codes of a promotion at once, the server killed in the middle", goal: "each holds one code ≤ 3 s after the first request, lists p99 ≤ 2×", tests: []target{process("TestARushForCodes", "TestARushSurvivesAKill", "TestARushOnThreeInstances")}},
	{id: "L13", what: "300 simulated students use the app for two minutes while operators read lists", goal: "no failed call, lists p99 ≤ 2×", tests: []target{process("TestOperatorsBesideStudents")}},

	{id: "F1", what: "kill -9 during a promo import", goal: "every code once, resumes", long: 200, tests: []target{
		process("TestAnImportSurvivesAKillWithEveryCodeOnce", "TestAJobOfAKilledServerRunsOnceAfterTheRestart", "TestAJobOfAKilledServerRunsOnceOnAnotherInstance"),
		repeated("promotions", "TestAKilledImportResumes"),
	}},
	{id: "F2", what: "kill -9 during an export", goal: "whole or an error, never half", long: 200, tests: []target{process("TestAnExportOfAKilledServerIsComplete")}},
	{id: "F3", what: "kill -9 during status changes", goal: "status and audit agree, batches whole", long: 200, tests: []target{process("TestStatusesOfAKilledServerMatchTheAuditLog")}},
	{id: "F4", what: "kill -9 during an upload", goal: "nothing half is visible, the retry works", long: 200, tests: []target{
		process("TestAnUploadOfAKilledServerLeavesNoPartialFile"), repeated("platform/blob", "TestAKilledWriterLeavesCompleteObjectsOnly"),
	}},
	{id: "F5", what: "kill -9 during migrations", goal: "the next start completes them", long: 100, tests: []target{process("TestAKilledMigrationIsCompletedByTheNextStart")},
		missing: "an upgrade that is killed with data in place: there is no earlier release"},
	{id: "F6", what: "rolling restart of three instances behind the proxy, S3 store", goal: "no failed request, stop ≤ 30 s, jobs handed over", long: 30, tests: []target{process("TestARollingRestartFailsNoRequest")}},
	{id: "F7", what: "PostgreSQL restarted, killed; a standby promoted", goal: "503 meanwhile, ready ≤ 5 s, nothing lost or doubled", long: 50, tests: []target{
		process("TestRestartOfPostgreSQLNeitherLosesNorDuplicates", "TestAPromotedStandbyTakesOverWithoutLoss"), repeated("platform/db", "TestTheClientReconnectsToARestartedDatabase"),
	}},
	{id: "F8", what: "an instance cut off from the database", goal: "not ready ≤ 5 s, requests end ≤ 7 s, jobs pass on", long: 20, tests: []target{process("TestADisconnectedInstanceHandsItsWorkOver")}},
	{id: "F9", what: "disk full", goal: "writes 503, reads work, recovers by itself", long: 20, tests: []target{
		process("TestAFullDiskRefusesWritesUntilThereIsRoom"), repeated("platform/db", "TestAFullDiskRefusesWritesAndLeavesReadsAndThenRecovers"), repeated("platform/blob", "TestAFullDiskIsUnavailableAndLeavesNothing"),
	}},
	{id: "F10", what: "S3 store down, slow, 500, other bytes", goal: "503 in 7 s, the rest works, no row without bytes", long: 20, tests: []target{
		repeated("platform/files", "TestTimedStoreOutageAffectsUploadsOnly"),
		repeated("platform/blob", "TestAFaultyStoreIsUnavailableAndKeepsNothing", "TestATransientFaultIsRetriedIfTheSourceIsSeekable", "TestCorruptedUploadsAreDetectedAndRemoved", "TestTimedUploadToADeadStoreFailsWithinSevenSeconds"),
	}},
	{id: "F11", what: "SMTP down, 4xx, 5xx, slow, dropped", goal: "sent once or failed visibly", long: 20, tests: []target{
		repeated("platform/mail", "TestResponsesDecideWhetherToRetry", "TestAMissingServerIsATemporaryFailure", "TestASlowOrBrokenServerDoesNotBlockTheSender"),
		repeated("platform/jobs", "TestRetryBackoffGrowsUpToALimit"), repeated("auth", "TestResetByMailServer"),
	}},
	{id: "F12", what: "geocoder down, slow, mad", goal: "≤ 3 s, then by hand", long: 20, tests: []target{
		repeated("platform/geo", "TestTimedGeocoderThatIsDownSlowOrBroken", "TestAfterFiveFailuresCallsFailAtOnce", "TestTheBreakerOpensAfterFiveFailuresAndTriesAgainAfterHalfAMinute"),
	}},
	{id: "F13", what: "one instance with a wrong clock", goal: "no session ended, audit in order", long: 10, tests: []target{
		repeated("app", "TestAnInstanceWithAWrongClockHasTheTimeOfTheOthers"), repeated("platform/audit", "TestAHistoryIsTheLatestFirstAndWithoutViews"),
	}},
	{id: "F14", what: "two decide about one card", goal: "one wins, one 409", long: 1000, tests: []target{in("students", "TestOfTwoDecisionsExactlyOneWins"), in("news", "TestConcurrentDecisionsHaveOneWinner")}},
	{id: "F15", what: "two save one card", goal: "the second gets 409, nothing overwritten", long: 1000, tests: []target{in("students", "TestOfTwoSavesExactlyOneWins")}},
	{id: "F16", what: "one create sent several times", goal: "one row, the same answer", long: 1000, tests: []target{in("platform/rest", "TestParallelRepeats"), repeated("partners", "TestTheSameCreateSentAgainMakesOnePartner")}},
	{id: "F17", what: "a worker panics, or sleeps (SIGSTOP) and wakes", goal: "five tries, then failed; the woken one is fenced", long: 50, tests: []target{
		process("TestAFrozenInstanceWritesNothingAfterItResumes"), repeated("platform/jobs", "TestAPanicIsAFailedAttemptAndTheLastAttemptIsMarked", "TestAStaleAttemptWritesNothing"),
	}},
	{id: "F18", what: "backup under load, restored elsewhere", goal: "verify clean, all acknowledged rows and files", long: 10, tests: []target{
		{pkg: command, tests: []string{"TestABackupOfARunningServerIsRestoredCompletely", "TestADamagedBackupIsRefusedBeforeAnythingIsWritten"}, byCount: true},
	}, missing: "WAL shipping on PostgreSQL is the administrator's"},
	{id: "F19", what: "upgrade from released versions", goal: "5 min, base on the copy", long: 1, tests: []target{
		repeated("platform/db", "TestMigrationsOnlyAdd", "TestSQLiteIsCopiedBeforeItsSchemaChanges", "TestAMigrationOutlastsALongReader"), repeated("app", "TestABaselineWithTheDemosDataIsUpgradedAndVerifies", "TestAnInstanceServesWhileTheNextReleaseMigrates"),
	}, missing: "nothing has been released yet: the demo's data at the schema of the baseline stand in"},
	{id: "F20", what: "a partner with 20,001 of 400,000 reviews is renamed", goal: "the list is right at once, ≤ 4 s by plain SQL, and the index back", long: 20, tests: []target{
		in("reviews", "TestRenamingAPartnerWithManyReviewsDoesNotBlockSearches"), repeated("platform/listengine", "TestSQLAnswersWhileTheIndexCatchesUp", "TestRequestsMeetTheirDeadlineWhileSyncIsBlocked"),
	}},
	{id: "F21", what: "a flood of /readyz while the S3 store hangs", goal: "ready and degraded, < 1 s, the store is not asked more often", long: 20_000, tests: []target{in("app", "TestAFloodOfChecksWithAHangingFileStoreIsAnsweredFromMemory")}},
	{id: "F22", what: "a key rotation killed before and after its file is replaced", goal: "the installation starts, another rotation works", long: 20, tests: []target{
		{pkg: command, tests: []string{"TestAKilledRotationLeavesUsableKeys"}, byCount: true},
	}},
	{id: "F23", what: "a restore killed at any moment, on a full disk, beside a leftover -wal", goal: "nothing half starts, the next restore is complete", long: 100, tests: []target{
		process("TestAKilledRestoreLeavesNothingThatStarts"),
		{pkg: command, tests: []string{"TestARestoreOnAFullDiskSaysSoAndLeavesNothingThatStarts", "TestARestoreOverLeftoverDatabaseFilesIsRefused"}, byCount: true},
	}},
	{id: "F24", what: "the file store fails while clean-ups are due", goal: "every other one runs", long: 20, tests: []target{repeated("app", "TestAFileStoreThatIsDownDoesNotStopOtherCleanUps")}},
	{id: "F25", what: "sqlite3 opens the database of a running server, which is then killed", goal: "nothing acknowledged is lost, verify clean", long: 100, tests: []target{
		process("TestAForeignSQLiteBesideAServerTakesNothing"), repeated("platform/db", "TestAForeignProgramTakesNothingFromAnOpenDatabase"),
	}},
	{id: "F26", what: "refused uploads; a backup without room", goal: "no file is left", long: 20, tests: []target{
		repeated("platform/rest", "TestNoFormLeavesAFileBehind", "TestAFormIsAnsweredAtItsEnd"), {pkg: command, tests: []string{"TestABackupWithoutRoomLeavesNothing"}, byCount: true},
	}},

	{id: "B1", what: "permissions: every route × role × token state", goal: "all cells, both databases", long: 1, tests: []target{repeated("test/policy", "TestEveryRouteForEveryRole", "TestEveryRouteForEveryTokenState")}},
	{id: "B2", what: "marked rows of another university", goal: "in no answer and no spreadsheet", long: 1, tests: []target{repeated("test/policy", "TestNothingOfAnotherUniversityIsShown")},
		missing: "random worlds; mails and logs hold no such texts"},
	{id: "B3", what: "spoilt requests, by the schema; fields that come twice", goal: "no 5xx, ≤ 7 s, in Russian, nothing written", long: 2000, tests: []target{in("test/policy", "TestMalformedRequests"), repeated("platform/rest", "TestBody")}},
	{id: "B4", what: "fuzz targets", goal: "no crash, no broken rule", long: 300, tests: []target{
		fuzzed("platform/rest", "FuzzPagingHeaders", "FuzzBody"), fuzzed("auth", "FuzzToken", "FuzzSecret"), fuzzed("platform/picture", "FuzzInspect", "FuzzImage"), fuzzed("platform/blob", "FuzzKey"),
		fuzzed("platform/form", "FuzzEmail", "FuzzPhone", "FuzzINN"), fuzzed("platform/clock", "FuzzDate"), fuzzed("platform/mail", "FuzzHeader"), fuzzed("platform/geo", "FuzzReadable"), fuzzed("platform/listquery", "FuzzTerms"),
		fuzzed("promotions", "FuzzFile"), fuzzed("partners", "FuzzWeek"), fuzzed("platform/xlsx", "FuzzCell"), fuzzed("platform/richtext", "FuzzSanitize", "FuzzLink"),
	}},
	{id: "B5", what: "uploads, csv, formulas, links, mail, keys, payloads", goal: "refused or made harmless", long: 1, tests: []target{
		repeated("platform/picture", "TestTheCorpusIsRejectedOrReencoded", "TestHeavyImagesAtOnceAreReencodedInBoundedMemory"), repeated("promotions", "TestFileFormats", "TestFileProblemsAreReported"),
		repeated("platform/xlsx", "TestFormulasAreTextInEveryKindOfColumn", "TestHostileTextRoundTrips"), repeated("platform/geo", "TestOnlyPublicAddressesAreDialled"),
		repeated("platform/mail", "TestInjectionsNeverReachTheServer"), repeated("platform/files", "TestInvalidKeysAreNotFound"),
		repeated("platform/richtext", "TestXSSPayloadsAreNeutralized", "TestBadLinksAreRefused"),
	}, missing: "addresses to go back to (web unit tests) and payloads in Chromium are part of make test"},
	{id: "B6", what: "abuse of HTTP", goal: "refused or cut off, others p95 ≤ 2×", long: 1, tests: []target{process("TestProtocolAbuseDoesNotSlowOtherClientsDown"), repeated("platform/rest", "TestBodyLimit", "TestTimedSlowUpload")},
		missing: "10,000 connections at once: CONNECTIONS=10000"},
	{id: "B7", what: "random walks over statuses, two databases in step", goal: "as the model says", long: 200_000, tests: []target{in("test/policy", "TestRandomWalkOverStatuses"), in("news", "TestRandomWalkOverApprovals")}},
	{id: "B8", what: "clients that ask and never read, bodies that never end", goal: "cut off after 30 s, < 1 MiB of the kernel's each, lists go on", long: 200, tests: []target{
		process("TestTimedClientsThatNeverReadAreDisconnected"), in("platform/rest", "TestAClientThatNeverReadsIsDisconnected", "TestUnreadBodiesDoNotDelayTheResponse"),
	}},

	{id: "S1", what: "a sign-in or password change racing a reset, a new password or a block", goal: "no session and no hash of the old password is left", long: 100, tests: []target{
		in("auth", "TestASignInUnderWayDoesNotOutliveItsPassword", "TestAPasswordChangeUnderWayDoesNotUndoAReset"), repeated("auth", "TestUpgradingAHashKeepsSessionsAndLinks"),
	}},
	{id: "S2", what: "guessing passwords and logins from all of an IPv6 /64", goal: "429 as from one address; denials counted, not listed", long: 1, tests: []target{
		repeated("auth", "TestThrottleByIPv6Network"), repeated("platform/audit", "TestDenialsOfAnIPv6NetworkAreCountedTogether"),
	}},
	{id: "S3", what: "an export's link after a logout, a block, a lost role", goal: "404; every download in the audit log", long: 20, tests: []target{
		in("students", "TestAnExportIsOpenOnlyToWhoeverMayStillSeeIt"), repeated("students", "TestADownloadOfAnExportIsAudited"),
	}},
	{id: "S4", what: "counts and answers of another university's students by shared news", goal: "403; sums of all, words of one's own", long: 1, tests: []target{repeated("news", "TestReach", "TestFreeTextAnswersAreScopedToTheUniversity")}},
	{id: "S5", what: "demo accounts on an address that others reach", goal: "does not start, says what to do", long: 1, tests: []target{repeated("app", "TestDemoAccountsAreNotServedToOthers", "TestAConfigurationIsCheckedBeforeAnythingIsOpened")}},

	{id: "C1", what: "guessing the proof of a card whose handle is known", goal: "200,000 guesses find none; 1,200 a minute from an address", long: 200_000, whole: true, tests: []target{in("cards", "TestGuessingTheProofOfAKnownHandle")}},
	{id: "C2", what: "a campus signs in from one address within a minute", goal: "1,000 sign-ins pass", long: 1000, whole: true, tests: []target{in("members", "TestACampusSignsInFromOneAddress")}},
	{id: "C3", what: "requests for codes to one number within a day, eight at once", goal: "10,000 cost at most 6 messages", long: 10_000, whole: true, tests: []target{in("members", "TestOneNumberCostsSixMessages")}},
	{id: "C4", what: "from nothing to a card, which is blocked between two checks", goal: "blocked on two instances within 1 s", long: 20, tests: []target{repeated("students", "TestFromNothingToACard")}},
}
