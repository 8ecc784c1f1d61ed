import { X509Certificate } from "node:crypto";
import fs from "node:fs";
import { type CertificadoA1, createSefazClient, openCertificado, type SefazClient } from "@malote/sefaz";
import { z } from "zod";
import type { AppContext } from "../../app-context.ts";
import { readTrustedCas } from "../../trust.ts";
import { findCertificado } from "../certificado/certificado.rows.ts";
import { registerCertificateUse } from "../registro/register-certificate-use.ts";

/** Clients kept open at once. */
const CLIENTS_MAX = 50;

const seladoSchema = z.object({ pfx: z.base64(), senha: z.string() });

/**
 * A client with the CNPJ or CPF of its certificate, which SEFAZ holds responsible, and the
 * certificate's fingerprint.
 */
export type CertifiedSefazClient = SefazClient & {
  readonly certificadoCnpj: string;
  readonly certificado: string;
};

const clients = new Map<string, CertifiedSefazClient>();

/**
 * The client for a document: with the certificate of the first of its empresas that has one, else
 * with the operator's. Clients are cached.
 * @returns null without a certificate, and for a demo conta while the sandbox is off: its chaves
 * are invented, and never sent to the real SEFAZ
 */
export async function findSefazClient(
  app: AppContext,
  contaId: string,
  who: { empresaIds: readonly string[]; sandbox: boolean },
): Promise<CertifiedSefazClient | null> {
  if (who.sandbox && app.config.sandbox === null) return null;
  const own = await findOwnClient(app, contaId, { ...who, uso: "consultas à SEFAZ" });
  if (own !== null) return own;
  return who.sandbox ? null : operatorClient(app);
}

/**
 * The client of one empresa with its own certificate, as SEFAZ requires for eventos and distribution.
 * @returns null as {@link findSefazClient} does
 */
export async function findEmpresaClient(
  app: AppContext,
  contaId: string,
  { empresaId, sandbox }: { empresaId: string; sandbox: boolean },
): Promise<CertifiedSefazClient | null> {
  if (sandbox && app.config.sandbox === null) return null;
  return await findOwnClient(app, contaId, {
    empresaIds: [empresaId],
    sandbox,
    uso: "manifestação e distribuição",
  });
}

async function findOwnClient(
  app: AppContext,
  contaId: string,
  { empresaIds, sandbox, uso }: { empresaIds: readonly string[]; sandbox: boolean; uso: string },
): Promise<CertifiedSefazClient | null> {
  if (empresaIds.length === 0) return null;
  const now = app.clock.now();
  const own = await app.database.withConta(contaId, (db) =>
    findCertificado(db, contaId, { empresaIds, now }),
  );
  if (own === null) return null;
  await registerCertificateUse(app, contaId, { certificadoId: own.id, uso });
  return keptClient(`${own.id} ${sandbox}`, () => openClient(app, unsealCertificado(app, own), sandbox));
}

function unsealCertificado(
  app: AppContext,
  own: { id: string; selado: Buffer },
): { pfx: Buffer; senha: string } {
  const opened = app.secretBox.open(own.selado, { tabela: "certificado", coluna: "selado", id: own.id });
  const { pfx, senha } = seladoSchema.parse(JSON.parse(opened.toString("utf8")));
  return { pfx: Buffer.from(pfx, "base64"), senha };
}

function operatorClient(app: AppContext): CertifiedSefazClient | null {
  const { operatorPfx: operadorPfx } = app.config;
  if (operadorPfx === null) return null;
  return keptClient("operador", () =>
    openClient(app, { pfx: fs.readFileSync(operadorPfx.arquivo), senha: operadorPfx.senha }, false),
  );
}

function openClient(
  app: AppContext,
  p12: { pfx: Buffer; senha: string },
  sandbox: boolean,
): CertifiedSefazClient {
  const opened = openCertificado(p12.pfx, p12.senha);
  if (opened.kind !== "ok") throw new Error(`a stored certificate does not open: ${opened.kind}`);
  const certificado: CertificadoA1 = opened.certificado;
  const trustedCas = readTrustedCas(app.config, sandbox);
  const simulatorUrl = sandbox ? app.config.sandbox?.info.sefazUrl : undefined;
  const timeoutMs = app.config.sefazTimeoutMs;
  const endpoint = simulatorUrl === undefined ? {} : { simulatorUrl };
  const client = createSefazClient({ certificado, trustedCas: trustedCas, timeoutMs, ...endpoint });
  // An e-CPF has no CNPJ: its holder's name identifies it.
  const certificadoCnpj = certificado.cnpj ?? certificado.titular;
  return {
    ...client,
    certificadoCnpj,
    certificado: new X509Certificate(certificado.certificadoPem).fingerprint256,
  };
}

// Evicts the least recently used client after its requests end; a Map keeps insertion order.
function keptClient(key: string, open: () => CertifiedSefazClient): CertifiedSefazClient {
  const client = clients.get(key) ?? open();
  clients.delete(key);
  clients.set(key, client);
  const [oldest] = clients.keys();
  if (clients.size > CLIENTS_MAX && oldest !== undefined) {
    clients.get(oldest)?.retire();
    clients.delete(oldest);
  }
  return client;
}

/** Closes every connection to SEFAZ. */
export function closeSefazClients(): void {
  for (const client of clients.values()) client.close();
  clients.clear();
}
