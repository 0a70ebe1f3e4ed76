import { audit } from "../../tools/auditor";
import { site } from "./site";

// `npm run audit`
await audit(site);
