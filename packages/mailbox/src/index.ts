export { findChaves } from "./documents/chaves.ts";
export { PDF_LIMITS, readPdfText } from "./documents/pdf-text.ts";
export { hasDfe } from "./documents/roots.ts";
export type { FailureCode, ProbeStep } from "./failure/codes.ts";
export { FAILURE_CODES, PROBE_STEPS } from "./failure/codes.ts";
export type { FailureCause } from "./failure/outage.ts";
export { FAILURE_CAUSES, MailOutage, toOutage } from "./failure/outage.ts";
export type { ParsedMessage } from "./mime/message.ts";
export { parseMessage } from "./mime/message.ts";
export type { MessageFault } from "./mime/parser.ts";
export { MESSAGE_FAULTS } from "./mime/parser.ts";
export type { Part, PartOrigin } from "./mime/part.ts";
export { listParts, toPart } from "./mime/part.ts";
export type { PeerCertificate } from "./network/connection.ts";
export { connectTcp, startTls } from "./network/connection.ts";
export type { Endpoint, NetworkPolicy, Resolver } from "./network/endpoint.ts";
export { DEFAULT_NETWORK, resolveEndpoint } from "./network/endpoint.ts";
export type { OAuthConfig, Token } from "./network/token.ts";
export { fetchToken } from "./network/token.ts";
export type { ArchiveLimits, ArchiveRefusal, Budget } from "./packages/budget.ts";
export { ARCHIVE_LIMITS, ARCHIVE_REFUSALS, createBudget } from "./packages/budget.ts";
export type { PartFormat } from "./packages/format.ts";
export type { OpenedPart, OpenOutcome } from "./packages/unpack.ts";
export { unpackPart } from "./packages/unpack.ts";
export type { OpenedVolume, TemporaryVolume, VolumeContext } from "./packages/unpack-volume.ts";
export { unpackVolume } from "./packages/unpack-volume.ts";
export type { Volume } from "./packages/volume.ts";
export type { ProbeTarget } from "./probe/probe.ts";
export { probeServer } from "./probe/probe.ts";
export type { ProbeCode, ProbeResult, ProbeStepResult } from "./probe/step-log.ts";
export { SUCCESS_CODES } from "./probe/step-log.ts";
export type {
  Credentials,
  Listing,
  MailboxConfig,
  MailboxType,
  MailSource,
  MessageRef,
} from "./source/mail-source.ts";
export { openMailSource } from "./source/open.ts";
