import type { Endpoint } from "./endpoint.ts";
import type { SoapRequest } from "./envelope.ts";
import type { SignatureVerifier } from "./evento/verify-signature.ts";
import type { Ledger } from "./ledger.ts";
import type { CStat } from "./motivos.ts";
import type { Caller, UsageMonitor } from "./usage/usage-monitor.ts";

/** The inputs of a response: caller, endpoint, time and stored state. */
export type ServiceCall = {
  pedido: SoapRequest;
  /** The fault of the caller's certificate; null when valid. */
  certificateFault: CStat | null;
  /** CNPJ or CPF in the caller's certificate; null when it has none. */
  transmissor: string | null;
  /** The endpoint; null when the address does not name one. */
  porta: Omit<Endpoint, "servico"> | null;
  now: Date;
  /** The service is paused: 108 or 109. */
  paused: "108" | "109" | null;
  ledger: Ledger;
  usage: UsageMonitor;
  /** Verifies the signature of an event. */
  signatureVerifier: SignatureVerifier;
};

export type ServiceReply = {
  cStat: CStat;
  xml: string;
  /** Reverts stored effects when the response did not reach the caller. */
  undo?: () => void;
};

export function callerOf({ porta, transmissor }: ServiceCall): Caller {
  return { autorizador: porta?.autorizador ?? "?", cnpj: transmissor ?? "" };
}
