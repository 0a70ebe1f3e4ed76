declare module "virtual:inline-script" {
  const source: string;
  export default source;
}

interface ImportMetaEnv {
  /** The version and the commit of the build; vite.config.ts sets it. */
  readonly RELEASE: string;
}
