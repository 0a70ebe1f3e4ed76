declare module "virtual:inline-script" {
  const source: string;
  export default source;
}
