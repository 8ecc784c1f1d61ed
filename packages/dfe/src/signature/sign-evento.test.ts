import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { bytesOf, makeChave, makeEvento, sign } from "../tests/make-dfe.ts";
import { CNPJ, CONFIANCA, empresa } from "../tests/trust.ts";
import { signEvento } from "./sign-evento.ts";

const evento = makeEvento({ chave: makeChave({ cnpj: CNPJ }), autor: CNPJ });

test("signEvento signs an evento, which stays without protocolo until SEFAZ registers it", async () => {
  const signed = await signEvento(evento, empresa);
  expect(examineDfe(bytesOf(signed), CONFIANCA)).toMatchObject({
    veredito: "sem-protocolo",
    assinatura: { estado: "valida" },
  });
  expect(signed).toContain('xmldsig#rsa-sha1"');
  expect(signed).toMatch(/<\/infEvento><Signature xmlns="http:\/\/www\.w3\.org\/2000\/09\/xmldsig#">/);
});

test("signEvento refuses an evento that is already signed, and other XML", async () => {
  const signed = sign(evento, empresa);
  await expect(signEvento(signed, empresa)).rejects.toThrow(RangeError);
  await expect(signEvento("<evento><outro/></evento>", empresa)).rejects.toThrow(RangeError);
});
