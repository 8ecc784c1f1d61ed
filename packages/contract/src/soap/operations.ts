import { getRestRow, type RouteName } from "../rest/table.ts";
import { authMethods } from "../services/auth.ts";
import { fieldsOf, type SoapField, shapeOf } from "./element-shape.ts";

/** The namespace of MailInvoiceService: of its messages, header and faults. */
export const SOAP_NAMESPACE = "urn:malote:MailInvoiceService:v1";

/** Every operation, with the equivalent REST v1 address, whose schemas, access and scope apply. `null`:
 * its own. */
export const SOAP_OPERATIONS = {
  Logar: null,
  GetListEmpresa: "GET /empresas",
  GetListNota: "GET /notas",
  GetNota: "GET /notas/{id}",
  GetNotaPorChave: "GET /notas/chave/{chave}",
  GetNotaJson: "GET /notas/{id}/json",
  GetXmlNota: "GET /notas/{id}/xml",
  GetXmlEvento: "GET /notas/{id}/eventos/{eventoId}/xml",
  GetDanfe: "GET /notas/{id}/danfe",
  GetDacte: "GET /notas/{id}/dacte",
  GetNotasEntradaEmAberto: "GET /notas/abertas",
  GetNotasDivergentes: "GET /notas/divergentes",
  GetNumeroDivergencias: "GET /notas/divergentes/total",
  SetProcessadoErp: "PUT /notas/{id}/processado",
  SetProcessadoErpLote: "POST /notas/lote/processado",
  SetRecebido: "PUT /notas/{id}/recebido",
  SetConferido: "PUT /notas/{id}/conferido",
  Manifestacao: "POST /notas/{id}/manifestacao",
  ConsultarSefaz: "POST /notas/{id}/consultaSefaz",
  HasSefazStatus: "GET /notas/{id}/sefaz",
  GetListEvento: "GET /eventos",
  EnviarArquivo: "POST /importacoes",
  GetListImportacao: "GET /importacoes",
  GetListImportacaoErros: "GET /importacoes/{id}/erros",
  ProcessaDownload: "POST /downloads",
  GetListDownload: "GET /downloads",
  BaixarRepositorio: "GET /downloads/{id}/arquivo",
  GetListEmail: "GET /emails",
  GetEmail: "GET /emails/{id}",
  GetEmailAnexo: "GET /emails/{id}/anexos/{anexoId}",
  GetListAuditor: "GET /auditor",
  GetListFornecedor: "GET /faltando",
  GetListVisao: "GET /visoes",
} as const satisfies Record<string, RouteName | null>;

export type SoapOperation = keyof typeof SOAP_OPERATIONS;

/** Fields whose name differs from REST. */
const RENAMED: Readonly<Record<string, string>> = { limit: "limite" };
const TEXT = { tipo: "texto", valores: null } as const;
const BINARY = { tipo: "binario" } as const;
const BOOLEAN = { tipo: "booleano" } as const;
const gz: SoapField = { nome: "gz", forma: BOOLEAN, falta: true, nulo: false };

/** A part of a REST request, with the names of its fields in the message. */
export type SoapPart = {
  readonly parte: "caminho" | "query" | "corpo";
  readonly campos: readonly SoapField[];
};

/** An operation as described in the WSDL. partes: where REST expects its fields. */
export type SoapDescription = {
  readonly nome: SoapOperation;
  readonly rota: RouteName | null;
  readonly resumo: string;
  readonly partes: readonly SoapPart[];
  readonly pedido: readonly SoapField[];
  readonly resposta: readonly SoapField[];
};

/** True if the name is an operation (own property only). */
export function isSoapOperation(nome: string): nome is SoapOperation {
  return Object.hasOwn(SOAP_OPERATIONS, nome);
}

/** The input and output of an operation, from the rows of REST. */
export function describeOperation(nome: SoapOperation): SoapDescription {
  const route = SOAP_OPERATIONS[nome];
  if (route === null) return describeLogar(nome);
  const {
    resumo: summary,
    caminho: path,
    query,
    corpo: body,
    formulario: form,
    responde: response,
  } = getRestRow(route);
  const parts: SoapPart[] = [];
  if (path !== undefined) parts.push({ parte: "caminho", campos: fieldsOf(path) });
  if (query !== undefined) parts.push({ parte: "query", campos: fieldsOf(query) });
  if (body !== undefined) parts.push({ parte: "corpo", campos: fieldsOf(body) });
  const campos = parts.flatMap((parte) => parte.campos.map(rename));
  const isFile = response.tipo === "arquivo";
  const extras = form !== undefined ? uploadedFile() : isFile ? [gz] : [];
  return {
    nome,
    rota: route,
    resumo: summary,
    partes: parts,
    pedido: [...campos, ...extras],
    resposta: isFile ? downloadedFile() : response.tipo === "json" ? answerOf(response.schema) : [],
  };
}

/** The name of a field in a message, from its name or path in REST. */
export function soapNameOf(campo: string): string {
  const [nome = "", ...inner] = campo.split(".");
  return [RENAMED[nome] ?? nome, ...inner].join(".");
}

function rename(campo: SoapField): SoapField {
  return { ...campo, nome: soapNameOf(campo.nome) };
}

// A response that is no object with fields becomes a single text: its JSON.
function answerOf(schema: Parameters<typeof shapeOf>[0]): SoapField[] {
  const shape = shapeOf(schema);
  return shape.tipo === "objeto"
    ? [...shape.campos]
    : [{ nome: "json", forma: shape, falta: false, nulo: false }];
}

function uploadedFile(): SoapField[] {
  return [
    { nome: "nome", forma: TEXT, falta: false, nulo: false },
    { nome: "conteudo", forma: BINARY, falta: false, nulo: false },
    gz,
  ];
}

function downloadedFile(): SoapField[] {
  return [
    { nome: "nome", forma: TEXT, falta: false, nulo: false },
    { nome: "tipo", forma: TEXT, falta: false, nulo: false },
    { nome: "gz", forma: BOOLEAN, falta: false, nulo: false },
    { nome: "conteudo", forma: BINARY, falta: false, nulo: false },
  ];
}

function describeLogar(nome: SoapOperation): SoapDescription {
  return {
    nome,
    rota: null,
    resumo: "Entra com usuário e senha e devolve um token de sessão; para programas, prefira um token da API",
    partes: [],
    pedido: fieldsOf(authMethods["Auth.logar"].params),
    resposta: [{ nome: "authToken", forma: TEXT, falta: false, nulo: false }],
  };
}
