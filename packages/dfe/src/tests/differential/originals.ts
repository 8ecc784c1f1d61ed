import { SignedXml } from "xml-crypto";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../make-dfe.ts";
import {
  makeChaveTransporte,
  makeCte,
  makeCteOs,
  makeMdfe,
  TRANSPORTADORA,
  wrapTransporte,
} from "../make-transport.ts";
import { type Credential, makeCredential } from "../pki.ts";
import { CNPJ, empresa, intermediate, OTHER_CNPJ } from "../trust.ts";

const transportadora = makeCredential({
  nome: `RAPIDO LTDA:${TRANSPORTADORA}`,
  cnpj: TRANSPORTADORA,
  emissor: intermediate,
  bits: 1024,
});
export const otherCredential = makeCredential({
  nome: `OUTRA LTDA:${OTHER_CNPJ}`,
  cnpj: OTHER_CNPJ,
  emissor: intermediate,
  bits: 1024,
});
export const loneCredential = makeCredential({ nome: `SOLITARIA LTDA:${CNPJ}`, cnpj: CNPJ });

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const WITH_COMMENTS = `${C14N}#WithComments`;
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

const nota = makeNota({ cnpj: CNPJ, infCpl: "Pedido 7 &lt;urgente&gt; &amp; frágil\nSegunda linha" });
const cte = sign(makeCte(), transportadora);
const mdfe = sign(makeMdfe(), transportadora);
const cancelamento = makeEvento({ chave: makeChave({ cnpj: CNPJ }), autor: CNPJ });

/** Signed documents of every family to mutate: most are typical, some unusual or forged. */
export const ORIGINALS: readonly { nome: string; xml: string }[] = [
  { nome: "nota", xml: wrapNota(sign(nota, empresa)) },
  { nome: "nota-sha256", xml: wrapNota(sign(nota, empresa, "sha256")) },
  { nome: "nota-sem-protocolo", xml: sign(makeNota({ cnpj: CNPJ, modelo: "65" }), empresa) },
  { nome: "cte", xml: wrapTransporte(cte, { proc: "cteProc", prot: "protCTe", chave: "chCTe" }) },
  { nome: "cte-os", xml: sign(makeCteOs(), transportadora) },
  { nome: "mdfe", xml: wrapTransporte(mdfe, { proc: "mdfeProc", prot: "protMDFe", chave: "chMDFe" }) },
  { nome: "evento-nfe", xml: wrapEvento(sign(cancelamento, empresa)) },
  { nome: "evento-cte", xml: wrapEvento(signEvento("cte", "57")) },
  { nome: "evento-mdfe", xml: wrapEvento(signEvento("mdfe", "58")) },
  { nome: "de-outra", xml: wrapNota(sign(nota, otherCredential)) },
  { nome: "de-ninguem", xml: wrapNota(sign(nota, loneCredential)) },
  {
    nome: "transforms-ao-contrario",
    xml: signAs(nota, empresa, { transforms: [C14N, `${DSIG}enveloped-signature`] }),
  },
  {
    nome: "transforms-a-mais",
    xml: signAs(nota, empresa, { transforms: [`${DSIG}enveloped-signature`, C14N, C14N] }),
  },
  {
    nome: "c14n-exclusiva",
    xml: signAs(nota, empresa, { transforms: [`${DSIG}enveloped-signature`, EXCLUSIVE] }),
  },
  {
    nome: "c14n-com-comentarios",
    xml: signAs(nota, empresa, {
      c14n: WITH_COMMENTS,
      transforms: [`${DSIG}enveloped-signature`, WITH_COMMENTS],
    }),
  },
  { nome: "assinatura-com-prefixo", xml: signAs(nota, empresa, { prefixo: "ds" }) },
  {
    nome: "assinada-com-xml-lang",
    xml: signAs(nota.replace("<NFe ", '<NFe xml:lang="pt-BR" '), empresa, {}),
  },
  {
    nome: "assinada-com-comentario",
    xml: signAs(nota.replace("<natOp>", "<!-- oi --><natOp>"), empresa, {}),
  },
  { nome: "assinada-com-instrucao", xml: signAs(nota.replace("<natOp>", "<?oi data?><natOp>"), empresa, {}) },
  {
    nome: "assinada-com-namespace",
    xml: signAs(nota.replace("<NFe ", '<NFe xmlns:x="http://x/" '), empresa, {}),
  },
  { nome: "assinada-com-espacos", xml: signAs(nota.replace(/></g, ">\n <"), empresa, {}) },
];

function signEvento(family: "cte" | "mdfe", modelo: "57" | "58"): string {
  const chave = makeChaveTransporte({ modelo });
  return sign(makeEvento({ family, chave, autor: TRANSPORTADORA }), transportadora);
}

type Mode = { transforms?: string[]; c14n?: string; prefixo?: string };

/** Signs in unusual or forbidden ways. */
function signAs(xml: string, credential: Credential, mode: Mode): string {
  const { transforms = [`${DSIG}enveloped-signature`, C14N], c14n = C14N, prefixo } = mode;
  const prefix = prefixo === undefined ? "" : `${prefixo}:`;
  const signer = new SignedXml({
    privateKey: credential.chavePem,
    canonicalizationAlgorithm: c14n,
    signatureAlgorithm: `${DSIG}rsa-sha1`,
    getKeyInfoContent: () =>
      `<${prefix}X509Data><${prefix}X509Certificate>${credential.der}</${prefix}X509Certificate></${prefix}X509Data>`,
  });
  const xpath = "//*[local-name(.)='infNFe']";
  signer.addReference({ xpath, transforms, digestAlgorithm: `${DSIG}sha1` });
  const location = { reference: xpath, action: "after" as const };
  signer.computeSignature(xml, prefixo === undefined ? { location } : { location, prefix: prefixo });
  return signer.getSignedXml();
}
