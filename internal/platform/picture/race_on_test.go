//go:build race

package picture

// isSlow is set under the race detector, where 40 megapixels take minutes.
const isSlow = true
