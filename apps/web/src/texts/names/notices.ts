import { AUDITOR_NOTICES, CAIXA_FAILURES } from "@malote/contract";
import { translated } from "../../languages/language.ts";

/** What a user must know before the auditor is turned on. */
export const auditorNotices = translated("auditorNotices", { aviso: AUDITOR_NOTICES });
/** Why the last collection of a caixa failed, by code. */
export const caixaFailures = translated("caixaFailures", CAIXA_FAILURES);
