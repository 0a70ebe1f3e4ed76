// Loaded into a site by NODE_OPTIONS: on SIGUSR2 it says how much memory is in
// use once all garbage is gone, in MiB. From outside the two look the same.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(`In use: ${Math.round((heapUsed + external) / 2 ** 20)} MiB`);
});
