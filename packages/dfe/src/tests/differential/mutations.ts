import { loneCredential, otherCredential } from "./originals.ts";
import type { RandomSource } from "./random-source.ts";
import {
  addAttribute,
  boundary,
  changeChar,
  declare,
  element,
  insert,
  onElement,
  onMatch,
  span,
  undeclare,
} from "./text-edits.ts";

/** One way to change a document; null when it does not apply. */
export type Mutation = (xml: string, random: RandomSource) => string | Buffer | null;

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const ALGORITMOS = [
  `${DSIG}rsa-sha1`,
  `${DSIG}hmac-sha1`,
  `${DSIG}dsa-sha1`,
  `${DSIG}sha1`,
  `${DSIG}enveloped-signature`,
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/2006/12/xml-c14n11",
  "http://www.w3.org/TR/1999/REC-xpath-19991116",
];

/** The mutation that adds another signable part: no signature may stay valid. */
export const DECOY = "engodo";

/** Every mutation, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "trecho-trocado": (xml, random) => {
    const [from, to] = span(xml, random);
    const [other, end] = span(xml, random);
    return xml.slice(0, from) + xml.slice(other, end) + xml.slice(to);
  },
  "trecho-cortado": (xml, random) => {
    const [from, to] = span(xml, random);
    return xml.slice(0, from) + xml.slice(to);
  },
  "trecho-dobrado": (xml, random) => {
    const [from, to] = span(xml, random);
    return xml.slice(0, to) + xml.slice(from);
  },
  "trecho-movido": (xml, random) => {
    const [from, to] = span(xml, random);
    const rest = xml.slice(0, from) + xml.slice(to);
    const at = random.below(rest.length);
    return rest.slice(0, at) + xml.slice(from, to) + rest.slice(at);
  },
  "elemento-dobrado": (xml, random) => onElement(xml, random, (each) => each + each),
  "elemento-cortado": (xml, random) => onElement(xml, random, () => ""),
  "elemento-embrulhado": (xml, random) => onElement(xml, random, (each) => `<x>${each}</x>`),
  "elemento-movido": (xml, random) => {
    const [from, to] = element(xml, random) ?? [0, 0];
    if (to === 0) return null;
    const rest = xml.slice(0, from) + xml.slice(to);
    const at = boundary(rest, random);
    return rest.slice(0, at) + xml.slice(from, to) + rest.slice(at);
  },
  "assinado-falsificado": (xml, random) => {
    const [signed = ""] =
      /<inf(?:NFe|Cte|MDFe|Evento) Id[\s\S]*?<\/inf(?:NFe|Cte|MDFe|Evento)>/.exec(xml) ?? [];
    if (signed === "") return null;
    const forged = random.pick([
      signed,
      signed.replace(/<(xNome|natOp|xJust)>/, "<$1>X"),
      signed.replace(/ Id="/, ' Id="X'),
    ]);
    return random.pick([
      xml.replace(signed, forged + signed),
      xml.replace(signed, signed + forged),
      xml.replace(signed, forged.replace(/<\/inf/, `${signed}</inf`)),
      xml.replace("</Signature>", `<Object>${forged}</Object></Signature>`),
      xml.replace(signed, forged).replace("</Signature>", `<Object>${signed}</Object></Signature>`),
      xml.replace(signed, `${forged}<x>${signed}</x>`),
    ]);
  },
  [DECOY]: (xml, random) => {
    const [signed = "", local = ""] = /<(inf(?:NFe|Cte|MDFe|Evento)) Id[\s\S]*?<\/\1>/.exec(xml) ?? [];
    if (signed === "" || !xml.includes(`</${local}><`)) return null;
    const other = signed.replace(/ Id="([A-Za-z]+)./, ' Id="$19').replace(/<(xNome|natOp|xJust)>/, "<$1>X");
    const decoy = random.pick([
      other,
      other.replace(`<${local}`, `<${local} xmlns="http://x/"`),
      other.replace(`<${local}`, `<${local} xmlns=""`),
      `<NFe xmlns="http://x/">${other}</NFe>`,
      `<Wrapper>${other}</Wrapper>`,
      `<retFoo>${other}</retFoo>`,
    ]);
    const root = /^(?:<\?xml[^>]*\?>)?<[A-Za-z]+[^>]*>/.exec(xml)?.[0] ?? "";
    const places = [
      root + decoy + xml.slice(root.length),
      xml.replace(/<\/[A-Za-z]+>$/, `${decoy}$&`),
      xml.replace(/<infProt>|<verAplic>/, `${decoy}$&`),
      xml.replace("</Signature>", `</Signature>${decoy}`),
    ].filter((each) => each !== xml);
    return random.pick(places);
  },
  "assinatura-movida": (xml, random) => {
    const [signature = ""] = /<Signature[\s\S]*<\/Signature>/.exec(xml) ?? [];
    const rest = random.below(2) === 0 ? xml : xml.replace(signature, "");
    const at = boundary(rest, random);
    return signature === "" ? null : rest.slice(0, at) + signature + rest.slice(at);
  },
  valor: (xml, random) =>
    onMatch(xml, random, { pattern: />([^<]+)</g, change: (text) => changeChar(text, random) }),
  "espaco-em-valor": (xml, random) =>
    onMatch(xml, random, {
      pattern: />([^<]+)</g,
      change: (text) =>
        random.pick([text.replace(/>/, "> "), text.replace(/<$/, " <"), text.replace(/<$/, "\n<")]),
    }),
  comentario: (xml, random) => insert(xml, random, random.pick(["<!---->", "<!-- oi -->"])),
  instrucao: (xml, random) =>
    insert(xml, random, random.pick(["<?oi?>", "<?oi data?>", "<?xml-stylesheet href='x'?>"])),
  cdata: (xml, random) =>
    onMatch(xml, random, { pattern: />([^<&]+)</g, change: (text) => `><![CDATA[${text.slice(1, -1)}]]><` }),
  "cdata-vazio": (xml, random) => insert(xml, random, "<![CDATA[]]>"),
  namespace: (xml, random) =>
    addAttribute(
      xml,
      random,
      random.pick([
        'xmlns:x="http://x/"',
        'xmlns=""',
        'xmlns="http://x/"',
        `xmlns:ds="${DSIG}"`,
        'xmlns="http://www.portalfiscal.inf.br/nfe"',
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
      ]),
    ),
  "namespace-em-volta": (xml, random) =>
    xml.replace(
      /<(nfeProc|cteProc|mdfeProc|procEvento\w+|NFe|CTe|MDFe|evento\w*)(?= )/,
      `<$1 ${random.pick(['xmlns:x="http://x/"', 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"', 'xmlns:n="http://www.portalfiscal.inf.br/nfe"'])}`,
    ),
  "prefixo-na-resposta": (xml) =>
    xml
      .replace(/<(\/?)(prot\w+|ret\w+|infProt)\b/g, "<$1p:$2")
      .replace(/<p:(prot|ret)/, "<p:$1")
      .replace(/<(nfeProc|cteProc|mdfeProc|procEvento\w+) xmlns="([^"]+)"/, '<$1 xmlns="$2" xmlns:p="$2"'),
  "xml-atributo": (xml, random) =>
    addAttribute(
      xml,
      random,
      random.pick(['xml:lang="pt"', 'xml:base="http://x/"', 'xml:space="preserve"', 'xml:id="a"']),
    ),
  "xml-atributo-em-volta": (xml, random) =>
    xml.replace(
      /<(nfeProc|cteProc|mdfeProc|procEvento\w+|NFe|CTe|MDFe|evento\w*|Signature|SignedInfo)(?= )/,
      `<$1 ${random.pick(['xml:lang="pt"', 'xml:space="preserve"'])}`,
    ),
  atributo: (xml, random) =>
    addAttribute(xml, random, random.pick(['a="b"', "versao='4.00'", 'Algorithm="x"'])),
  "id-trocado": (xml, random) =>
    onMatch(xml, random, {
      pattern: / Id="[^"]+"/g,
      change: (text) =>
        random.pick([text.replace("Id", "ID"), text.replace("Id", "id"), text.replace('"', '"x'), ""]),
    }),
  "id-repetido": (xml, random) => {
    const id = / Id="([^"]+)"/.exec(xml)?.[1] ?? "";
    return addAttribute(xml, random, `${random.pick(["Id", "ID", "id", "xml:id"])}="${id}"`);
  },
  uri: (xml, random) =>
    xml.replace(/URI="#?([^"]*)"/, (_all, id: string) =>
      random.pick([
        'URI=""',
        `URI="${id}"`,
        `URI="#xpointer(id('${id}'))"`,
        `URI="#xpointer(/)"`,
        `URI='#${id}'`,
        `URI="&#35;${id}"`,
      ]),
    ),
  "certificado-trocado": (xml, random) => {
    const { der } = random.pick([otherCredential, loneCredential]);
    const other = `<X509Certificate>${der}</X509Certificate>`;
    return xml.replace(/<X509Certificate>[^<]+<\/X509Certificate>/, (own) =>
      random.pick([other, other + own, own + other, own + own, ""]),
    );
  },
  "certificado-mexido": (xml, random) =>
    xml.replace(
      /(<X509Certificate>)([^<]+)/,
      (_all, tag: string, text: string) =>
        tag +
        random.pick([
          changeChar(text, random),
          text.replace(/.{64}/g, "$&\n"),
          `${text}AAAA`,
          text.slice(4),
          ` ${text} `,
        ]),
    ),
  keyinfo: (xml, random) =>
    xml.replace(
      /<KeyInfo>/,
      (tag) =>
        tag +
        random.pick([
          "<KeyName>x</KeyName>",
          "<KeyValue><RSAKeyValue><Modulus>AQAB</Modulus><Exponent>AQAB</Exponent></RSAKeyValue></KeyValue>",
          "<X509Data><X509SubjectName>CN=x</X509SubjectName></X509Data>",
          "\n",
        ]),
    ),
  algoritmo: (xml, random) =>
    onMatch(xml, random, {
      pattern: /Algorithm="[^"]+"/g,
      change: () => `Algorithm="${random.pick(ALGORITMOS)}"`,
    }),
  transform: (xml, random) =>
    xml.replace(
      /<Transforms>/,
      (tag) => tag + random.pick(ALGORITMOS.map((each) => `<Transform Algorithm="${each}"/>`)),
    ),
  "valor-da-assinatura": (xml, random) =>
    xml.replace(
      /(<SignatureValue>)([^<]+)/,
      (_all, tag: string, text: string) =>
        tag +
        random.pick([
          changeChar(text, random),
          text.replace(/.{76}/g, "$&\r\n"),
          `${text}=`,
          text.replace(/=+$/, ""),
          ` ${text}`,
        ]),
    ),
  "digest-mexido": (xml, random) =>
    xml.replace(
      /(<DigestValue>)([^<]+)/,
      (_all, tag: string, text: string) =>
        tag +
        random.pick([
          changeChar(text, random),
          `<!-- x -->${text}`,
          `${text}<!-- x -->`,
          ` ${text}`,
          `<![CDATA[${text}]]>`,
          text.replace(/=$/, ""),
        ]),
    ),
  "espaco-no-signedinfo": (xml, random) =>
    xml.replace(
      /<SignedInfo>[\s\S]*<\/SignedInfo>/,
      (part) => onMatch(part, random, { pattern: /></g, change: () => ">\n<" }) ?? part,
    ),
  "espaco-na-assinatura": (xml) =>
    xml.replace("</SignedInfo>", "</SignedInfo>\n").replace("</KeyInfo>", "</KeyInfo>\n"),
  "signedinfo-dobrado": (xml, random) =>
    xml.replace(
      random.pick([
        /<SignedInfo>[\s\S]*<\/SignedInfo>/,
        /<Reference[\s\S]*<\/Reference>/,
        /<KeyInfo>[\s\S]*<\/KeyInfo>/,
        /<SignatureValue>[^<]*<\/SignatureValue>/,
        /<DigestMethod[^>]*>(?:<\/DigestMethod>)?/,
      ]),
      "$&$&",
    ),
  "latin1-declarado": (xml, random) =>
    Buffer.from(declare(xml, random.pick(["ISO-8859-1", "iso-8859-1", "latin1", "Windows-1252"])), "latin1"),
  "latin1-sem-declarar": (xml, random) =>
    Buffer.from(random.pick([xml, declare(xml, "UTF-8"), undeclare(xml)]), "latin1"),
  "utf8-declarado-outro": (xml, random) =>
    declare(xml, random.pick(["ISO-8859-1", "US-ASCII", "UTF-16", "UTF-7", "x", "utf-8", "UTF8"])),
  utf16: (xml, random) => {
    const text = random.pick([declare(xml, "UTF-16"), undeclare(xml), declare(xml, "UTF-8")]);
    const little = Buffer.from(random.pick(["\ufeff", "\ufeff", ""]) + text, "utf16le");
    return random.below(2) === 0 ? little : little.swap16();
  },
  bom: (xml) => `\ufeff${xml}`,
  declaracao: (xml, random) =>
    random.pick([
      '<?xml version="1.1"?>',
      '<?xml version="1.0" standalone="yes"?>',
      "<?xml version='1.0' encoding='utf-8' ?>",
      '<?xml version="2.0"?>',
      '<?xml encoding="UTF-8"?>',
      "",
    ]) + undeclare(xml),
  dtd: (xml, random) =>
    random.pick([
      "<!DOCTYPE x>",
      '<!DOCTYPE x [<!ENTITY e "7">]>',
      '<!DOCTYPE x [<!ATTLIST natOp xml:lang CDATA "pt">]>',
    ]) + undeclare(xml).replace("Pedido 7", random.pick(["Pedido 7", "Pedido &e;"])),
  referencia: (xml, random) =>
    onMatch(xml, random, {
      pattern: />([^<&]+)</g,
      change: (text) => {
        const at = 1 + random.below(text.length - 2);
        const code = text.codePointAt(at) ?? 0x20;
        const written = random.pick([
          `&#${code};`,
          `&#x${code.toString(16)};`,
          `&#x${code.toString(16).toUpperCase()};`,
          `&#00${code};`,
          "&oi;",
          "&",
        ]);
        return text.slice(0, at) + written + text.slice(at + String.fromCodePoint(code).length);
      },
    }),
  "referencia-escrita": (xml, random) =>
    xml.replace(/&(?:lt|gt|amp);/g, (each) =>
      random.pick([
        each,
        each === "&gt;" ? ">" : each,
        each === "&amp;" ? "&#38;" : each,
        each === "&lt;" ? "&#x3C;" : each,
      ]),
    ),
  "atributos-em-outra-ordem": (xml) => xml.replace(/<(inf\w+) (Id="[^"]+") (versao="[^"]+")>/, "<$1 $3 $2>"),
  "aspas-e-espacos": (xml, random) =>
    onMatch(xml, random, {
      pattern: /<[A-Za-z][^>]*>/g,
      change: (tag) =>
        random.pick([
          tag.replace(/"/g, "'"),
          tag.replace(/ /g, "\n  "),
          tag.replace(/(\/?>)$/, " $1"),
          tag.replace(/=/g, " = "),
        ]),
    }),
  "fim-com-espaco": (xml, random) =>
    onMatch(xml, random, {
      pattern: /<\/[A-Za-z]+>/g,
      change: (tag) => tag.replace(">", random.pick([" >", "\n>"])),
    }),
  "vazio-escrito-diferente": (xml) =>
    xml
      .replace(/<([A-Za-z]+)([^>]*[^/>])?><\/\1>/g, "<$1$2/>")
      .replace(/<(DigestMethod|SignatureMethod)([^>]*)\/>/, "<$1$2></$1>"),
  "espaco-entre-tags": (xml, random) => insert(xml, random, random.pick([" ", "\n", "\r\n", "\t", "\u00a0"])),
  "fins-de-linha": (xml, random) => xml.replace(/\n/g, random.pick(["\r\n", "\r", "&#13;\n", "&#10;", " "])),
  "nada-mudado": (xml) => xml,
};

/** Applies one mutation, or two in sequence. */
export function mutate(xml: string, random: RandomSource): { nome: string; bytes: Buffer } {
  const names = Object.keys(MUTATIONS);
  const first = random.pick(names);
  const once = apply(first, xml, random) ?? xml;
  if (typeof once !== "string" || random.below(4) > 0) return { nome: first, bytes: Buffer.from(once) };
  const second = random.pick(names);
  return { nome: `${first}+${second}`, bytes: Buffer.from(apply(second, once, random) ?? once) };
}

function apply(name: string, xml: string, random: RandomSource): string | Buffer | null {
  return MUTATIONS[name]?.(xml, random) ?? null;
}
