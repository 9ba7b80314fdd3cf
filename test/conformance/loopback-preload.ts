import { loopbackOnly } from "../../fleet/network/loopback-only.ts";

/** Loaded before the conformance suite: its mock servers would listen on every address of the machine. */
loopbackOnly({ host: "127.0.0.1", port: 0, onListening: () => {} });
