import {
  type CampoSoap,
  describeOperacao,
  OPERACOES_SOAP,
  type OperacaoSoap,
  SOAP_NAMESPACE,
} from "@malote/contract";
import { escapeXml } from "./envelope.ts";

type Io = "pedido" | "resposta";

const SERVICO = "MailInvoiceService";
const PORTAS = [
  ["Soap", "soap"],
  ["Soap12", "soap12"],
] as const;
const TIPOS = {
  texto: "string",
  inteiro: "long",
  booleano: "boolean",
  instante: "dateTime",
  json: "string",
  binario: "base64Binary",
} as const;

let descrito: string | null = null;

/**
 * The WSDL of the service, document/literal wrapped, SOAP 1.1 and 1.2, generated from the contract.
 * @param location the URL of the service
 * @source WSDL 1.1; WS-I Basic Profile 1.1
 */
export function writeMailInvoiceWsdl(location: string): string {
  descrito ??= describe();
  const portas = PORTAS.map(
    ([nome, soap]) =>
      `<wsdl:port name="${SERVICO}${nome}" binding="tns:${SERVICO}${nome}"><${soap}:address location="${escapeXml(location)}"/></wsdl:port>`,
  );
  return `${descrito}<wsdl:service name="${SERVICO}">${portas.join("")}</wsdl:service></wsdl:definitions>`;
}

function describe(): string {
  const nomes = Object.keys(OPERACOES_SOAP) as OperacaoSoap[];
  const all = nomes.map(describeOperacao);
  const elementos = all.flatMap(({ nome, pedido, resposta }) => [
    writeElemento(nome, pedido, "pedido"),
    writeElemento(`${nome}Response`, resposta, "resposta"),
  ]);
  const mensagens = nomes.flatMap((nome) => [
    writeMensagem(`${nome}In`, "parameters", nome),
    writeMensagem(`${nome}Out`, "parameters", `${nome}Response`),
  ]);
  const porta = all.map(
    ({ nome, resumo }) =>
      `<wsdl:operation name="${nome}"><wsdl:documentation>${escapeXml(resumo)}</wsdl:documentation><wsdl:input message="tns:${nome}In"/><wsdl:output message="tns:${nome}Out"/><wsdl:fault name="Falha" message="tns:Falha"/></wsdl:operation>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="${SERVICO}" targetNamespace="${SOAP_NAMESPACE}" xmlns:tns="${SOAP_NAMESPACE}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema"><wsdl:types><xs:schema targetNamespace="${SOAP_NAMESPACE}" elementFormDefault="qualified">${elementos.join("")}${AUTENTICACAO}${FALHA}</xs:schema></wsdl:types>${mensagens.join("")}${writeMensagem("Autenticacao", "Autenticacao", "Autenticacao")}${writeMensagem("Falha", "Falha", "Falha")}<wsdl:portType name="${SERVICO}">${porta.join("")}</wsdl:portType>${PORTAS.map(([nome, soap]) => writeBinding(nome, soap, nomes)).join("")}`;
}

const AUTENTICACAO = `<xs:element name="Autenticacao"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;
const FALHA = `<xs:element name="Falha"><xs:complexType><xs:sequence><xs:element name="codigo" type="xs:string"/><xs:element name="mensagem" type="xs:string"/><xs:element name="erros" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="campo" type="xs:string"/><xs:element name="mensagem" type="xs:string"/></xs:sequence></xs:complexType></xs:element><xs:element name="requestId" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;

function writeMensagem(nome: string, parte: string, elemento: string): string {
  return `<wsdl:message name="${nome}"><wsdl:part name="${parte}" element="tns:${elemento}"/></wsdl:message>`;
}

function writeBinding(nome: string, soap: string, operacoes: readonly OperacaoSoap[]): string {
  const body = `<${soap}:body use="literal"/>`;
  const all = operacoes.map((operacao) => {
    const header =
      operacao === "Logar"
        ? ""
        : `<${soap}:header message="tns:Autenticacao" part="Autenticacao" use="literal"/>`;
    return `<wsdl:operation name="${operacao}"><${soap}:operation soapAction="${SOAP_NAMESPACE}/${operacao}" style="document"/><wsdl:input>${body}${header}</wsdl:input><wsdl:output>${body}</wsdl:output><wsdl:fault name="Falha"><${soap}:fault name="Falha" use="literal"/></wsdl:fault></wsdl:operation>`;
  });
  return `<wsdl:binding name="${SERVICO}${nome}" type="tns:${SERVICO}"><${soap}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>${all.join("")}</wsdl:binding>`;
}

function writeElemento(nome: string, campos: readonly CampoSoap[], io: Io): string {
  return `<xs:element name="${nome}">${writeTipo(campos, io)}</xs:element>`;
}

function writeTipo(campos: readonly CampoSoap[], io: Io): string {
  return `<xs:complexType><xs:sequence>${campos.map((campo) => writeCampo(campo, io)).join("")}</xs:sequence></xs:complexType>`;
}

// A response omits null fields.
function writeCampo({ nome, forma, falta, nulo }: CampoSoap, io: Io): string {
  const vezes =
    forma.tipo === "lista" ? ' minOccurs="0" maxOccurs="unbounded"' : falta || nulo ? ' minOccurs="0"' : "";
  const nil = nulo && io === "pedido" && forma.tipo !== "lista" ? ' nillable="true"' : "";
  const item = forma.tipo === "lista" ? forma.item : forma;
  const open = `<xs:element name="${nome}"${vezes}${nil}`;
  if (item.tipo === "objeto") return `${open}>${writeTipo(item.campos, io)}</xs:element>`;
  if (item.tipo === "lista") return `${open} type="xs:string"/>`;
  const valores = io === "pedido" && item.tipo === "texto" ? item.valores : null;
  return valores === null
    ? `${open} type="xs:${TIPOS[item.tipo]}"/>`
    : `${open}>${writeEnum(valores)}</xs:element>`;
}

function writeEnum(valores: readonly string[]): string {
  const all = valores.map((valor) => `<xs:enumeration value="${escapeXml(valor)}"/>`);
  return `<xs:simpleType><xs:restriction base="xs:string">${all.join("")}</xs:restriction></xs:simpleType>`;
}
