/** A file of app/client as the one script that pages contain; see tools/inline-scripts.ts. */
declare module "virtual:inline/*" {
  const source: string;
  export default source;
}

interface ImportMetaEnv {
  /** The version and the commit of the build; vite.config.ts sets it. */
  readonly RELEASE: string;
}
