export type { Clock } from "./clock.ts";
export type {
  CertificateIssuer,
  CertificateOptions,
  IssuedCertificado,
} from "./document-generator/certificates/certificate-issuer.ts";
export { seedKeySet } from "./document-generator/certificates/shared-key-set.ts";
export type { MailFault, MailFaultName } from "./mail-server/mail-faults.ts";
export type { MailServer } from "./mail-server/mail-server.ts";
export { createSamples, type Sample, type SampleSeries } from "./samples/samples.ts";
export type { Sandbox, SandboxInfo } from "./sandbox.ts";
export { startSandbox } from "./sandbox.ts";
export type { AuthorizedNota, ScenarioEnvironment } from "./scenarios/environment.ts";
export { UnknownScenarioError } from "./scenarios/scenarios.ts";
export type { SefazCounters, SefazQuery } from "./sefaz/counters.ts";
export type { FaultRule, SefazFault } from "./sefaz/sefaz-faults.ts";
