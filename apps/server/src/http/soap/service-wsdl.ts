import {
  describeOperation,
  SOAP_NAMESPACE,
  SOAP_OPERATIONS,
  type SoapField,
  type SoapOperation,
} from "@malote/contract";
import { escapeXml } from "./envelope.ts";

type Io = "pedido" | "resposta";

const SERVICE = "MailInvoiceService";
const PORTS = [
  ["Soap", "soap"],
  ["Soap12", "soap12"],
] as const;
const TYPES = {
  texto: "string",
  inteiro: "long",
  booleano: "boolean",
  instante: "dateTime",
  json: "string",
  binario: "base64Binary",
} as const;

let described: string | null = null;

/**
 * The WSDL of the service, document/literal wrapped, SOAP 1.1 and 1.2, generated from the contract.
 * @param location the URL of the service
 * @source WSDL 1.1; WS-I Basic Profile 1.1
 */
export function writeServiceWsdl(location: string): string {
  described ??= describe();
  const ports = PORTS.map(
    ([nome, soap]) =>
      `<wsdl:port name="${SERVICE}${nome}" binding="tns:${SERVICE}${nome}"><${soap}:address location="${escapeXml(location)}"/></wsdl:port>`,
  );
  return `${described}<wsdl:service name="${SERVICE}">${ports.join("")}</wsdl:service></wsdl:definitions>`;
}

function describe(): string {
  const names = Object.keys(SOAP_OPERATIONS) as SoapOperation[];
  const all = names.map(describeOperation);
  const elements = all.flatMap(({ nome, pedido, resposta }) => [
    writeElement(nome, pedido, "pedido"),
    writeElement(`${nome}Response`, resposta, "resposta"),
  ]);
  const messages = names.flatMap((nome) => [
    writeMessage(`${nome}In`, "parameters", nome),
    writeMessage(`${nome}Out`, "parameters", `${nome}Response`),
  ]);
  const portType = all.map(
    ({ nome, resumo }) =>
      `<wsdl:operation name="${nome}"><wsdl:documentation>${escapeXml(resumo)}</wsdl:documentation><wsdl:input message="tns:${nome}In"/><wsdl:output message="tns:${nome}Out"/><wsdl:fault name="Falha" message="tns:Falha"/></wsdl:operation>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="${SERVICE}" targetNamespace="${SOAP_NAMESPACE}" xmlns:tns="${SOAP_NAMESPACE}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema"><wsdl:types><xs:schema targetNamespace="${SOAP_NAMESPACE}" elementFormDefault="qualified">${elements.join("")}${AUTH_ELEMENT}${FAULT_ELEMENT}</xs:schema></wsdl:types>${messages.join("")}${writeMessage("Autenticacao", "Autenticacao", "Autenticacao")}${writeMessage("Falha", "Falha", "Falha")}<wsdl:portType name="${SERVICE}">${portType.join("")}</wsdl:portType>${PORTS.map(([nome, soap]) => writeBinding(nome, soap, names)).join("")}`;
}

const AUTH_ELEMENT = `<xs:element name="Autenticacao"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;
const FAULT_ELEMENT = `<xs:element name="Falha"><xs:complexType><xs:sequence><xs:element name="codigo" type="xs:string"/><xs:element name="mensagem" type="xs:string"/><xs:element name="erros" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="campo" type="xs:string"/><xs:element name="mensagem" type="xs:string"/></xs:sequence></xs:complexType></xs:element><xs:element name="requestId" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;

function writeMessage(nome: string, parte: string, elemento: string): string {
  return `<wsdl:message name="${nome}"><wsdl:part name="${parte}" element="tns:${elemento}"/></wsdl:message>`;
}

function writeBinding(nome: string, soap: string, operacoes: readonly SoapOperation[]): string {
  const body = `<${soap}:body use="literal"/>`;
  const all = operacoes.map((operacao) => {
    const header =
      operacao === "Logar"
        ? ""
        : `<${soap}:header message="tns:Autenticacao" part="Autenticacao" use="literal"/>`;
    return `<wsdl:operation name="${operacao}"><${soap}:operation soapAction="${SOAP_NAMESPACE}/${operacao}" style="document"/><wsdl:input>${body}${header}</wsdl:input><wsdl:output>${body}</wsdl:output><wsdl:fault name="Falha"><${soap}:fault name="Falha" use="literal"/></wsdl:fault></wsdl:operation>`;
  });
  return `<wsdl:binding name="${SERVICE}${nome}" type="tns:${SERVICE}"><${soap}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>${all.join("")}</wsdl:binding>`;
}

function writeElement(nome: string, fields: readonly SoapField[], io: Io): string {
  return `<xs:element name="${nome}">${writeType(fields, io)}</xs:element>`;
}

function writeType(fields: readonly SoapField[], io: Io): string {
  return `<xs:complexType><xs:sequence>${fields.map((field) => writeField(field, io)).join("")}</xs:sequence></xs:complexType>`;
}

// A response omits null fields.
function writeField({ nome, forma, falta, nulo }: SoapField, io: Io): string {
  const occurs =
    forma.tipo === "lista" ? ' minOccurs="0" maxOccurs="unbounded"' : falta || nulo ? ' minOccurs="0"' : "";
  const nil = nulo && io === "pedido" && forma.tipo !== "lista" ? ' nillable="true"' : "";
  const item = forma.tipo === "lista" ? forma.item : forma;
  const open = `<xs:element name="${nome}"${occurs}${nil}`;
  if (item.tipo === "objeto") return `${open}>${writeType(item.campos, io)}</xs:element>`;
  if (item.tipo === "lista") return `${open} type="xs:string"/>`;
  const values = io === "pedido" && item.tipo === "texto" ? item.valores : null;
  return values === null
    ? `${open} type="xs:${TYPES[item.tipo]}"/>`
    : `${open}>${writeEnum(values)}</xs:element>`;
}

function writeEnum(values: readonly string[]): string {
  const all = values.map((value) => `<xs:enumeration value="${escapeXml(value)}"/>`);
  return `<xs:simpleType><xs:restriction base="xs:string">${all.join("")}</xs:restriction></xs:simpleType>`;
}
