/** One small change that takes a mechanism out of the site. */
export interface Mutation {
  /** How the promise in docs/promises.md begins. */
  promise: string;
  file: string;
  /** Stands once in the file. */
  from: string;
  to: string;
  /** A part of the name of the only test that it breaks, if it breaks not all. */
  test?: string;
}

export const mutations: Mutation[] = [
  {
    promise: "A success answers 303",
    file: "app/server/toast.server.ts",
    from: "303",
    to: "302",
  },
  {
    promise: "A post from another site gets a 403",
    file: "app/server/middleware/decision.server.ts",
    from: 'if (method === "POST" && !isSameOrigin(headers)) return refuse(403);',
    to: "",
  },
];
