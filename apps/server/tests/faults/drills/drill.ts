import type { ConditionName } from "../../../src/services/operador/conditions.rules.ts";
import type { Installation } from "./installation.ts";

/** A fault drill. provoke returns a function that ends the fault. */
export type Drill = {
  name: string;
  /** Needs its own disks, which this user must be able to mount. */
  disks?: boolean;
  /** Maximum recovery time in s; default 30. */
  recoveryMaxS?: number;
  /** Duration of the fault in ms. */
  faultMs?: number;
  /** Ends the fault before `faultMs` is over. */
  until?(installation: Installation): Promise<boolean>;
  /** Condition that is e-mailed to the operator if the fault lasts. */
  condition?: ConditionName;
  /** Text of the table when no e-mail is sent, however long the fault lasts. */
  whyNoEmail?: string;
  /** Expects every API to answer that the database is unavailable, each in its protocol. */
  expectedApis?: "fora";
  /** Why the drill cannot run on this machine; null = it can. */
  skip?(): string | null;
  provoke(installation: Installation): Promise<() => Promise<void> | void>;
  /** Runs after the drill was measured. */
  cleanUp?(installation: Installation): Promise<void>;
};
