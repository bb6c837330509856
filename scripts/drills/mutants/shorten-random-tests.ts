import fc from 'fast-check'

/**
 * Tests of random input stop at the first failure and search for no simpler one: any failure shows that the test has
 * detected the mutant. They also stop after half a second, because each of them runs for hundreds of mutants.
 */
fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 500 })
