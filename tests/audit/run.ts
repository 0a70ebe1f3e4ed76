import { audit } from "auditor";
import { site } from "./site";

// `npm run audit`
await audit(site);
