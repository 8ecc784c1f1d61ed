import { expect, test } from "vitest";
import { isSenhaComum } from "./senha-comum.ts";

test.each(
  `senha123 Senha@123 senha2026 SENHA1234 s3nh4123 S3nh@123 mudar123 Mudar@123 trocar123 bemvindo1 Bemvindo@1 teste123 Teste@123 admin123 Admin@2026
  acesso123 brasil123 Brasil2026! flamengo10 corinthians1910 palmeiras1 gremio1983 vasco1898 deus1234 jesus123 deusefiel1 amor1234 familia1
  gabriel1 maria123 lucas2010 fernanda1 joao1234 pedro123 vitoria1 empresa1 empresa123 fiscal2026 financeiro1 notafiscal1 sefaz123 janeiro2026
  password1 Password123 P@ssw0rd p@ssw0rd1 passw0rd Pa55word1 qwerty123 Qwerty12 qwer1234 1234qwer asdf1234 abcd1234 abc12345 Abc@1234 a1b2c3d4
  1q2w3e4r q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc zaq12wsx qazwsx123 iloveyou1 princess1 monkey12 dragon123 football1 welcome1 letmein1
  changeme1 charlie1 a1234567 a123456789 123456789a aa123456 abc123abc123 12345678a trustno1 super123 master123 samsung1 naruto123`
    .trim()
    .split(/\s+/),
)("%s is one of the first that are tried", (senha) => {
  expect(isSenhaComum(senha)).toBe(true);
});

test.each([
  "Malote123",
  "tr0vadorAzul77",
  "lampiao 7 girassol",
  "x7Kp2mQ9",
  "correto-cavalo-bateria-grampo9",
  "maria19871123",
  "k3yboard-de-barro",
  "Quitanda48Ferro",
  "a9386274",
])("%s is not", (senha) => {
  expect(isSenhaComum(senha)).toBe(false);
});
