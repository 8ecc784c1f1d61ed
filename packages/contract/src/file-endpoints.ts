import { formatSize } from "@malote/syntax";
import {
  CERTIFICADO_MAX_BYTES,
  CHART_MAX_BYTES,
  CHART_SCALE,
  CHART_SCALE_MAX,
  CHART_TYPES,
  CHART_WIDTH_MAX,
  IMPORTACAO_MAX_BYTES,
  LOGO_MAX_BYTES,
  LOGO_MAX_PIXELS,
} from "./limits.ts";
import type { Access } from "./method.ts";
import type { Scope } from "./scopes.ts";

/** A field of a file endpoint: in the query of a GET or the form of a POST. `de` describes its content. */
export type FileField = { readonly nome: string; readonly obrigatorio: boolean; readonly de: string };

/** A file endpoint under /Services/ (spec §7). */
export type FileEndpoint = {
  readonly verbo: "GET" | "POST";
  readonly access: Extract<Access, "public" | "signedIn" | "manager">;
  /** The scope that an API token needs; null: none. */
  readonly escopo: Scope | null;
  /** As in a row of a method. */
  readonly recente?: "sempre";
  readonly campos: readonly FileField[];
  /** A description of the response. */
  readonly responde: string;
};

const id = (de: string): FileField => ({ nome: "id", obrigatorio: true, de });
const arquivo = (de: string): FileField => ({ nome: "arquivo", obrigatorio: true, de });

/** The file endpoints and uploads: `docs/api.md` shows them, and a test compares the HTTP routes with
 * them. */
export const FILE_ENDPOINTS: Readonly<Record<string, FileEndpoint>> = {
  downloadPublico: {
    verbo: "GET",
    access: "public",
    escopo: null,
    campos: [
      {
        nome: "captcha",
        obrigatorio: true,
        de: "um captcha de `download` recém-resolvido, usado uma vez, ou o `ticket` de Nota.getNotaDownloadPublico, para esta chave, por 10 minutos",
      },
      { nome: "chaveAcesso", obrigatorio: true, de: "chave de acesso, 44 caracteres" },
      { nome: "formato", obrigatorio: false, de: "`xml` (ausente: este) ou `pdf`" },
    ],
    responde: "o XML do documento, ou o impresso em PDF",
  },
  downloadDFe: {
    verbo: "GET",
    access: "signedIn",
    escopo: "notas:ler",
    campos: [id("id do documento")],
    responde: "o XML do documento, byte por byte",
  },
  downloadEvento: {
    verbo: "GET",
    access: "signedIn",
    escopo: "notas:ler",
    campos: [
      id("id do evento, de listEventos"),
      { nome: "formato", obrigatorio: false, de: "`xml` (ausente: este) ou `pdf`" },
    ],
    responde: "o XML do evento, ou o impresso em PDF",
  },
  downloadDanfe: {
    verbo: "GET",
    access: "signedIn",
    escopo: "notas:ler",
    campos: [id("id do documento")],
    responde: "o impresso do documento em PDF, de qualquer tipo",
  },
  downloadDacte: {
    verbo: "GET",
    access: "signedIn",
    escopo: "notas:ler",
    campos: [id("id do documento")],
    responde: "o mesmo que downloadDanfe",
  },
  downloadEmailAnexo: {
    verbo: "GET",
    access: "signedIn",
    escopo: "emails:ler",
    campos: [
      { nome: "id", obrigatorio: false, de: "id do anexo, de attachments" },
      { nome: "emailId", obrigatorio: false, de: "ou id do e-mail, para a mensagem inteira (.eml)" },
    ],
    responde: "o anexo, ou a mensagem como chegou",
  },
  downloadExportacao: {
    verbo: "GET",
    access: "signedIn",
    escopo: "notas:ler",
    campos: [id("id da exportação concluída")],
    responde: "o arquivo CSV, PDF ou XLSX",
  },
  downloadRepositorio: {
    verbo: "GET",
    access: "signedIn",
    escopo: "notas:ler",
    campos: [id("id do download concluído")],
    responde: "o arquivo ZIP; aceita Range, para continuar de onde parou",
  },
  downloadArquivoImportacao: {
    verbo: "GET",
    access: "signedIn",
    escopo: "importar",
    campos: [id("id da importação")],
    responde: "o arquivo que foi importado; a um token, só o que ele mesmo enviou",
  },
  downloadLogo: {
    verbo: "GET",
    access: "signedIn",
    escopo: "notas:ler",
    campos: [id("id da empresa")],
    responde: "o logotipo da empresa, PNG ou JPEG",
  },
  downloadDiagnostico: {
    verbo: "GET",
    access: "signedIn",
    escopo: "admin",
    campos: [],
    responde:
      "o diagnóstico da instalação em JSON: versões, números e quais configurações estão definidas; só para quem opera o Malote, por um usuário, não por token",
  },
  captcha: {
    verbo: "GET",
    access: "public",
    escopo: null,
    campos: [{ nome: "acao", obrigatorio: true, de: "`criar-conta`, `contato` ou `download`" }],
    responde: "um desafio ALTCHA em JSON; a solução dele é o param `captcha`, uma vez e por 10 minutos",
  },
  certif: {
    verbo: "POST",
    access: "manager",
    escopo: "admin",
    recente: "sempre",
    campos: [
      { nome: "empresaId", obrigatorio: true, de: "id da empresa" },
      { nome: "certSenha", obrigatorio: true, de: "senha do arquivo" },
      arquivo(`o .pfx ou .p12, até ${formatSize(CERTIFICADO_MAX_BYTES)}`),
    ],
    responde: "o envelope, com o certificado em `object`",
  },
  import: {
    verbo: "POST",
    access: "signedIn",
    escopo: "importar",
    campos: [arquivo(`um XML ou um ZIP, até ${formatSize(IMPORTACAO_MAX_BYTES)}`)],
    responde: "o envelope, com a importação em `object`, como em Importacao.getImportacao",
  },
  logo: {
    verbo: "POST",
    access: "manager",
    escopo: "admin",
    campos: [
      { nome: "empresaId", obrigatorio: true, de: "id da empresa" },
      arquivo(
        `PNG ou JPEG até ${formatSize(LOGO_MAX_BYTES)} e ${LOGO_MAX_PIXELS} pixels de lado; vazio tira o logotipo`,
      ),
    ],
    responde: "o envelope, com `temLogo` em `object`",
  },
  exportChart: {
    verbo: "POST",
    access: "signedIn",
    escopo: null,
    campos: [
      { nome: "filename", obrigatorio: false, de: "nome do arquivo, sem extensão (ausente: `grafico`)" },
      {
        nome: "type",
        obrigatorio: false,
        de: `${CHART_TYPES.map((tipo) => `\`${tipo}\``).join(", ")} (ausente: o primeiro)`,
      },
      {
        nome: "width",
        obrigatorio: false,
        de: `largura em pixels, até ${CHART_WIDTH_MAX} (ausente: a do desenho)`,
      },
      {
        nome: "scale",
        obrigatorio: false,
        de: `quantas vezes a largura, de 1 a ${CHART_SCALE_MAX} (ausente: ${CHART_SCALE})`,
      },
      {
        nome: "svg",
        obrigatorio: true,
        de: `o desenho; o formulário todo até ${formatSize(CHART_MAX_BYTES)}`,
      },
    ],
    responde:
      "a imagem; do desenho são mantidos só os elementos de gráficos: imagens, programas, estilos e endereços são retirados",
  },
};
