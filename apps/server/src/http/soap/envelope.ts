import { attributeOf, elementsOf, type XmlElement } from "@malote/dfe";

/** Both SOAP versions. */
export const SOAP = {
  "1.1": { namespace: "http://schemas.xmlsoap.org/soap/envelope/", media: "text/xml" },
  "1.2": { namespace: "http://www.w3.org/2003/05/soap-envelope", media: "application/soap+xml" },
} as const;
export type SoapVersion = keyof typeof SOAP;

/**
 * Party at fault, in terms of SOAP 1.2; `VersionMismatch`
 * and `MustUnderstand` are the same in both versions.
 */
export type SoapFaultCode = "Sender" | "Receiver" | "VersionMismatch" | "MustUnderstand";

const FAULT_CODE_11: Readonly<Record<SoapFaultCode, string>> = {
  Sender: "Client",
  Receiver: "Server",
  VersionMismatch: "VersionMismatch",
  MustUnderstand: "MustUnderstand",
};

/** Fault of an envelope. `version`: the version of the fault message. */
export type EnvelopeRefusal = {
  kind: "recusa";
  version: SoapVersion;
  code: SoapFaultCode;
  reason: "envelope" | "versao" | "corpo" | "cabecalho";
};
export type OpenedEnvelope = {
  kind: "ok";
  version: SoapVersion;
  headers: readonly XmlElement[];
  message: XmlElement;
};

/**
 * Opens an envelope of either version: its headers, and the one message in its body.
 * @param o entende: whether we understand a mandatory header
 */
export function openEnvelope(
  root: XmlElement,
  { understands }: { understands(header: XmlElement): boolean },
): OpenedEnvelope | EnvelopeRefusal {
  const version = versionOf(root);
  if (version === null) {
    const code = root.local === "Envelope" ? "VersionMismatch" : "Sender";
    return { kind: "recusa", version: "1.1", code, reason: code === "Sender" ? "envelope" : "versao" };
  }
  const { namespace } = SOAP[version];
  const [first, second] = elementsOf(root).filter((child) => child.namespace === namespace);
  const body = first?.local === "Header" ? second : first;
  const headers = headersOf(root);
  const refuse = (code: SoapFaultCode, reason: EnvelopeRefusal["reason"]): EnvelopeRefusal => ({
    kind: "recusa",
    version,
    code,
    reason,
  });
  if (body?.local !== "Body") return refuse("Sender", "envelope");
  if (headers.some((each) => mustUnderstand(each, namespace) && !understands(each))) {
    return refuse("MustUnderstand", "cabecalho");
  }
  const [message, ...others] = elementsOf(body);
  if (message === undefined || others.length > 0) return refuse("Sender", "corpo");
  return { kind: "ok", version, headers, message };
}

/** The headers of an envelope, also of one that is only partly read. */
export function headersOf(root: XmlElement): readonly XmlElement[] {
  const version = versionOf(root);
  const first = elementsOf(root).find(
    ({ namespace }) => version !== null && namespace === SOAP[version].namespace,
  );
  return first?.local === "Header" ? elementsOf(first) : [];
}

function versionOf({ local, namespace }: XmlElement): SoapVersion | null {
  if (local !== "Envelope") return null;
  if (namespace === SOAP["1.1"].namespace) return "1.1";
  return namespace === SOAP["1.2"].namespace ? "1.2" : null;
}

function mustUnderstand(header: XmlElement, namespace: string): boolean {
  const said = attributeOf(header, "mustUnderstand", namespace)?.trim();
  return said === "1" || said === "true";
}

/** The SOAP version of a Content-Type; null for any other. */
export function versionOfMedia(contentType: string | undefined): SoapVersion | null {
  const media = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (media === SOAP["1.1"].media) return "1.1";
  return media === SOAP["1.2"].media ? "1.2" : null;
}

/** Content-Type of a response. */
export function mediaOf(version: SoapVersion): string {
  return `${SOAP[version].media}; charset=utf-8`;
}

/** Wraps a message in its envelope. The prefix is SEFAZ's, which some clients expect. */
export function writeEnvelope(version: SoapVersion, message: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP[version].namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>${message}</soap:Body></soap:Envelope>`;
}

/** A fault. detailXml: XML of our own namespace, already escaped. */
export type SoapFault = { code: SoapFaultCode; reasonText: string; detail?: string };

/**
 * A fault in its envelope, in the form of the version.
 * @source SOAP 1.1 §4.4; SOAP 1.2 part 1 §5.4
 */
export function writeFault(
  version: SoapVersion,
  { code, reasonText, detail: detailXml = "" }: SoapFault,
): string {
  const text = escapeXml(reasonText);
  if (version === "1.1") {
    const detail = detailXml === "" ? "" : `<detail>${detailXml}</detail>`;
    return writeEnvelope(
      version,
      `<soap:Fault><faultcode>soap:${FAULT_CODE_11[code]}</faultcode><faultstring xml:lang="pt-BR">${text}</faultstring>${detail}</soap:Fault>`,
    );
  }
  const detail = detailXml === "" ? "" : `<soap:Detail>${detailXml}</soap:Detail>`;
  return writeEnvelope(
    version,
    `<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="pt-BR">${text}</soap:Text></soap:Reason>${detail}</soap:Fault>`,
  );
}

/**
 * HTTP status of a fault: always 500 in 1.1 (WS-I BP R1126); 400 in 1.2 when the sender is at fault.
 */
export function statusOfFault(version: SoapVersion, code: SoapFaultCode): 400 | 500 {
  return version === "1.2" && code === "Sender" ? 400 : 500;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};
/** Characters that XML 1.0 cannot hold in any form (§2.2, Char); they are removed. */
const FORBIDDEN_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Escapes text for an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN_CHARACTERS, "").replace(/[&<>"\r]/g, (c) => ESCAPES[c] ?? c);
}
