import { expect, test } from "vitest";
import { CommunicationFailure, Refusal, SessionEnded } from "./failures.ts";
import { readAnswer } from "./send-form.ts";

const envelope = (over: object): string =>
  JSON.stringify({ sucesso: false, mensagem: null, erros: [], ...over });

test("an answer that accepts the file is not a failure", () => {
  expect(readAnswer(200, envelope({ sucesso: true, object: { id: "1" } }))).toMatchObject({
    object: { id: "1" },
  });
});

test("a refusal of a file keeps the server's sentence and its field, whatever the HTTP status", () => {
  const errors = [{ campo: "certSenha", mensagem: "Senha deve ser informada." }];
  for (const status of [200, 400, 413]) {
    const refused = readAnswer(status, envelope({ mensagem: "Senha deve ser informada.", erros: errors }));
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ message: "Senha deve ser informada.", erros: errors });
  }
});

test.each([
  [502, "<html>Bad gateway</html>"],
  [200, ""],
  [200, '{"sucesso":fal'],
  [200, "null"],
  [500, envelope({ mensagem: null })],
])("an invalid answer to an upload is a communication failure: %d %s", (status, text) => {
  expect(readAnswer(status, text)).toBeInstanceOf(CommunicationFailure);
});

test("an expired session is not reported as a failed upload", () => {
  expect(readAnswer(401, envelope({ mensagem: "Entre no Malote." }))).toBeInstanceOf(SessionEnded);
});
