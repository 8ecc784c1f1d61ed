import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { nomeCoisa } from "./regras.ts";

/** What proves that a company is the conta's: a certificate of its CNPJ root, a document that came to a proved domain, the operator. */
export const PROVAS_EMPRESA = ["certificado", "dominio", "operador"] as const;
/** How a certificate's chain stood when it came: to a trusted root; to nobody we know; or there was no folder of roots. */
export const CADEIAS = ["verificada", "desconhecida", "nao-verificada"] as const;
/** Where a certificate stands in its own time. `vencendo`: {@link CERTIFICADO_AVISO_DIAS} days or less are left. */
export const SITUACOES_CERTIFICADO = ["valido", "vencendo", "vencido", "ainda-nao-vale"] as const;
export const EMPRESA_ORDERS = ["nome", "cnpj"] as const;
/** The two walks over what SEFAZ has for a company. */
export const DISTRIBUICOES = ["NFe", "CTe"] as const;

const obrigatorio = z.string().check(
  z.maxLength(FILTRO_TEXTO_MAX),
  z.refine((text) => text.trim() !== "", "textoEmBranco"),
);

/** A stored certificate; never its key or its password. `diasRestantes` is negative when it is over. */
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
  situacao: z.enum(SITUACOES_CERTIFICADO),
  cadeia: z.enum(CADEIAS),
  enviadoEm: instant,
  enviadoPor: z.nullable(z.string()),
});

/** How far the walk over the NSU of a company has come. */
export const distribuicaoWire = z.object({
  modelo: z.enum(DISTRIBUICOES),
  ultNSU: z.string(),
  maxNSU: z.string(),
  ultimaEm: instant,
  proximaEm: instant,
  /** SEFAZ's last answer, and a sentence for a person when something is amiss; null when all is well. */
  cStat: z.nullable(z.string()),
  problema: z.nullable(z.string()),
  /** NSU that are still asked for one by one. */
  lacunas: z.int(),
});

/** How a company was proved. `detalhe`: the holder of the certificate, the domain; null for the operator. */
export const provaWire = z.object({
  por: z.enum(PROVAS_EMPRESA),
  provadaEm: instant,
  detalhe: z.nullable(z.string()),
});

/** A company as lists and its form see it. */
export const empresaWire = z.object({
  id: z.uuid(),
  /** Razão social. */
  nome: z.string(),
  cnpj: z.string(),
  uf: z.nullable(z.string()),
  ativarAuditor: z.boolean(),
  ativarManifestacao: z.boolean(),
  cienciaAutomatica: z.boolean(),
  /** Whether programs with a certificate of its CNPJ may read its documents at the SEFAZ-shaped feed. */
  feedSefaz: z.boolean(),
  /** Whether the public download hands out its documents, once it is proved. */
  downloadPublico: z.boolean(),
  /** Null: not proved, and nothing of it leaves the conta. */
  prova: z.nullable(provaWire),
  certificado: z.nullable(certificadoWire),
  /** Whether a picture of it stands on the papers of the documents that it issues. */
  temLogo: z.boolean(),
  /** Documents of which it is a party; with any of them it cannot be deleted. */
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
  /** Without an id it makes a new one. The CNPJ of one with documents stays. */
  "Empresa.saveEmpresa": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({
      empresa: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        nome: nomeCoisa(FILTRO_TEXTO_MAX),
        /** Masked or not; may hold letters. In a conta of tipoPessoa Física it may be a CPF. */
        cnpj: obrigatorio,
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
