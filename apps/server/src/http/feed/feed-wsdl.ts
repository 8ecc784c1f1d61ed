import { FEED_PATH, OPERATION, SERVICE_NAMESPACE, SOAP_ACTION } from "./service-names.ts";

/**
 * The WSDL of NFeDistribuicaoDFe as SEFAZ publishes it, with our address.
 * @param base https://host:port
 */
export function writeFeedWsdl(base: string, path: string = FEED_PATH): string {
  const bindings = (["soap", "soap12"] as const).map(
    (soap) =>
      `<wsdl:binding name="NFeDistribuicaoDFe${soap === "soap" ? "Soap" : "Soap12"}" type="tns:NFeDistribuicaoDFeSoap"><${soap}:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="${OPERATION}"><${soap}:operation soapAction="${SOAP_ACTION}" style="document"/><wsdl:input><${soap}:body use="literal"/></wsdl:input><wsdl:output><${soap}:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>`,
  );
  const ports = (["soap", "soap12"] as const).map((soap) => {
    const name = soap === "soap" ? "Soap" : "Soap12";
    return `<wsdl:port name="NFeDistribuicaoDFe${name}" binding="tns:NFeDistribuicaoDFe${name}"><${soap}:address location="${base}${path}"/></wsdl:port>`;
  });
  const any = (name: string): string =>
    `<s:element minOccurs="0" maxOccurs="1" name="${name}"><s:complexType mixed="true"><s:sequence><s:any processContents="lax"/></s:sequence></s:complexType></s:element>`;
  const wrapper = (name: string, inner: string): string =>
    `<s:element name="${name}"><s:complexType><s:sequence>${any(inner)}</s:sequence></s:complexType></s:element>`;
  const message = (name: string, element: string): string =>
    `<wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${element}"/></wsdl:message>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${SERVICE_NAMESPACE}" targetNamespace="${SERVICE_NAMESPACE}"><wsdl:types><s:schema elementFormDefault="qualified" targetNamespace="${SERVICE_NAMESPACE}">${wrapper(OPERATION, "nfeDadosMsg")}${wrapper(`${OPERATION}Response`, `${OPERATION}Result`)}</s:schema></wsdl:types>${message(`${OPERATION}SoapIn`, OPERATION)}${message(`${OPERATION}SoapOut`, `${OPERATION}Response`)}<wsdl:portType name="NFeDistribuicaoDFeSoap"><wsdl:operation name="${OPERATION}"><wsdl:input message="tns:${OPERATION}SoapIn"/><wsdl:output message="tns:${OPERATION}SoapOut"/></wsdl:operation></wsdl:portType>${bindings.join("")}<wsdl:service name="NFeDistribuicaoDFe">${ports.join("")}</wsdl:service></wsdl:definitions>`;
}
