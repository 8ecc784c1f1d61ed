import { DISTRIBUIDORES } from "@malote/syntax";
import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { requiredName } from "./rules.ts";

/** What proves that a company belongs to the conta: a certificate of its CNPJ root, a document received at
 * a proved domain, or the operator. */
export const EMPRESA_PROOFS = ["certificado", "dominio", "operador"] as const;
/** The certificate's chain when it was uploaded: verified to a trusted root, to an unknown one, or not
 * verified for lack of trusted roots. */
export const CHAIN_STATES = ["verificada", "desconhecida", "nao-verificada"] as const;
/** Validity of a certificate. `vencendo`: {@link CERTIFICADO_WARNING_DAYS} days or less remain. */
export const CERTIFICADO_STATES = ["valido", "vencendo", "vencido", "ainda-nao-vale"] as const;
export const EMPRESA_ORDERS = ["nome", "cnpj"] as const;
const requiredText = z.string().check(
  z.maxLength(FILTER_TEXT_MAX),
  z.refine((text) => text.trim() !== "", "textoEmBranco"),
);

/** A stored certificate, without its key and password. `diasRestantes` is negative after expiry. */
export const certificadoWire = z.object({
  titular: z.string(),
  /** The CPF of an e-CPF. */
  cnpj: z.nullable(z.string()),
  emissor: z.nullable(z.string()),
  /** SHA-256, AA:BB:… */
  impressao: z.nullable(z.string()),
  validoDe: instant,
  validoAte: instant,
  diasRestantes: z.int(),
  situacao: z.enum(CERTIFICADO_STATES),
  cadeia: z.enum(CHAIN_STATES),
  enviadoEm: instant,
  enviadoPor: z.nullable(z.string()),
});

/** The state of a company's distribution sync. */
export const distribuicaoWire = z.object({
  modelo: z.enum(DISTRIBUIDORES),
  ultNSU: z.string(),
  maxNSU: z.string(),
  ultimaEm: instant,
  proximaEm: instant,
  /** SEFAZ's last response, and a sentence about a problem; null if there is none. */
  cStat: z.nullable(z.string()),
  problema: z.nullable(z.string()),
  /** NSUs that are still being requested one by one. */
  lacunas: z.int(),
});

/** How a company was proved. `detalhe`: the holder of the certificate, or the domain; null for the
 * operator. */
export const proofWire = z.object({
  por: z.enum(EMPRESA_PROOFS),
  provadaEm: instant,
  detalhe: z.nullable(z.string()),
});

/** A company in lists and in its form. */
export const empresaWire = z.object({
  id: z.uuid(),
  /** Razão social. */
  nome: z.string(),
  cnpj: z.string(),
  uf: z.nullable(z.string()),
  ativarAuditor: z.boolean(),
  ativarManifestacao: z.boolean(),
  cienciaAutomatica: z.boolean(),
  /** Whether programs with a certificate of its CNPJ may read its documents in the feed in SEFAZ's format. */
  feedSefaz: z.boolean(),
  /** Whether the public download returns its documents, once it is proved. */
  downloadPublico: z.boolean(),
  /** Null: not proved, so none of its documents leaves the conta. */
  prova: z.nullable(proofWire),
  certificado: z.nullable(certificadoWire),
  /** Whether a logo is printed on the documents that it issues. */
  temLogo: z.boolean(),
  /** Documents of which it is a party; with any, it cannot be deleted. */
  documentos: z.int(),
  distribuicoes: z.array(distribuicaoWire),
});

export const empresaMethods = {
  "Empresa.getListEmpresa": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ listSearchOrder: z.optional(z.nullable(z.enum(EMPRESA_ORDERS))) }),
    result: list(empresaWire),
  }),
  "Empresa.getEmpresa": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ id: z.uuid() }),
    result: one(empresaWire),
  }),
  /** Without an id, creates a company. The CNPJ of a company with documents cannot change. */
  "Empresa.saveEmpresa": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({
      empresa: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        nome: requiredName(FILTER_TEXT_MAX),
        /** Masked or not, letters allowed. In a conta of tipoPessoa Física it may be a CPF. */
        cnpj: requiredText,
        uf: z.optional(z.nullable(z.string().check(z.regex(/^([A-Z]{2})?$/, "campoUf")))),
        ativarAuditor: z.boolean(),
        ativarManifestacao: z.boolean(),
        cienciaAutomatica: z.optional(z.boolean()),
        feedSefaz: z.optional(z.boolean()),
        downloadPublico: z.optional(z.boolean()),
      }),
    }),
    result: one(z.object({ id: z.uuid() })),
  }),
  "Empresa.deleteEmpresa": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    params: z.strictObject({ id: z.uuid() }),
    result: acknowledged,
  }),
} as const;
