// NODE_OPTIONS loads this into a site. On SIGUSR2 it prints the MiB in use
// after a full garbage collection, which cannot be measured from outside.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(`In use: ${Math.round((heapUsed + external) / 2 ** 20)} MiB`);
});
