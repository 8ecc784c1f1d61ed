import { expect, test } from "vitest";
import { DEMO_PASSWORD, isCommonPassword, isPersonalPassword } from "./common-password.ts";
import { buildFilter, foldSenha, isBreached, VAZADAS } from "./senhas-vazadas.ts";

test.each(
  `senha123 Senha@123 senha2026 SENHA1234 s3nh4123 S3nh@123 mudar123 Mudar@123 trocar123 bemvindo1 Bemvindo@1 teste123 Teste@123 admin123 Admin@2026
  acesso123 brasil123 Brasil2026! flamengo10 corinthians1910 palmeiras1 gremio1983 vasco1898 deus1234 jesus123 deusefiel1 amor1234 familia1
  gabriel1 maria123 lucas2010 fernanda1 joao1234 pedro123 vitoria1 empresa1 empresa123 fiscal2026 financeiro1 notafiscal1 sefaz123 janeiro2026
  password1 Password123 P@ssw0rd p@ssw0rd1 passw0rd Pa55word1 qwerty123 Qwerty12 qwer1234 1234qwer asdf1234 abcd1234 abc12345 Abc@1234 a1b2c3d4
  1q2w3e4r q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc zaq12wsx qazwsx123 iloveyou1 princess1 monkey12 dragon123 football1 welcome1 letmein1
  changeme1 charlie1 a1234567 a123456789 123456789a aa123456 abc123abc123 12345678a trustno1 super123 master123 samsung1 naruto123`
    .trim()
    .split(/\s+/),
)("isCommonPassword: true for the common password %s", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

// From lines 114 686 to 524 996 of the list.
test.each(
  "toonces1 chingon6 emerald6 121988cx70 topher20 saqlkr8u3a parkour2010 martin11 johnson2000".split(" "),
)("isCommonPassword: true for the breached %s, also with capitals or signs", (password) => {
  for (const each of [password, password.toUpperCase(), `${password}!`, `${password}!!`])
    expect(isCommonPassword(each)).toBe(true);
});

test("the filter holds 100 000 passwords and refuses few others by chance", () => {
  let refused = 0;
  for (let n = 0; n < 30_000; n += 1) refused += isBreached(`caju-${n.toString(36)}-${n}`) ? 1 : 0;
  expect(refused).toBeLessThan(20);
  expect(VAZADAS).toBe(100_000);
});

test("a filter depends on all its passwords, in any order", () => {
  const passwords = Array.from({ length: 1_000 }, (_, n) => foldSenha(`Pássaro${n}`));
  expect(buildFilter(passwords)).toEqual(buildFilter([...passwords].reverse()));
  expect(buildFilter(passwords)).not.toEqual(buildFilter(passwords.slice(1)));
});

const NAMES = [
  "Rita",
  "Rita de Cássia Lemos",
  "rita.lemos",
  "rlemos@moinho-velho.test",
  "moinho",
  "Padaria Aurora Ltda",
  "11222333000181",
];

test.each([
  "RitaLemos1",
  "ritalemos2026",
  "Lemos@2026",
  "R1t4L3m0s!",
  "cassialemos9",
  "Moinho#12",
  "MoinhoVelho1",
  "padaria-aurora-7",
  "PadariaAurora11222333",
  "rlemos2024!",
  "malotemoinho1",
  "Malote123",
  "M4l0te2026",
  "notafiscalsefaz1",
  "malotefiscal99",
])("isPersonalPassword: true for %s, made of known names", (password) => {
  expect(isPersonalPassword(password, NAMES)).toBe(true);
});

test.each([
  "Auroraboreal7",
  "padaria no bairro 9",
  "Ritalina-quente5",
  "malote83920175",
  "x7Kp2mQ9rita",
  "Quitanda48Ferro",
])("isPersonalPassword: false for %s, which is not made of known names", (password) => {
  expect(isPersonalPassword(password, NAMES)).toBe(false);
});

test("the demo password is refused as a new password", () => {
  expect(isPersonalPassword(DEMO_PASSWORD, [])).toBe(true);
});

test.each([
  "tr0vadorAzul77",
  "lampiao 7 girassol",
  "x7Kp2mQ9",
  "correto-cavalo-bateria-grampo9",
  "maria19871123",
  "k3yboard-de-barro",
  "Quitanda48Ferro",
  "a9386274",
])("isCommonPassword: false for %s", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
