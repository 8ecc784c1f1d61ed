import type { ResultOf } from "@malote/contract";
import type { Anexo } from "../../src/features/email/parts/part-tree.ts";
import { sampleAnexo, sampleEmail } from "../../src/features/email/sample-email.ts";
import { exampleId, listOf, NOW } from "./conta-examples.ts";
import { type Answers, Refused } from "./fake-server.ts";

export type Email = ResultOf<"Email.getEmail">["object"];

/** An e-mail with one part, which became a document. */
export function exampleEmail(part: Partial<Email> = {}, anexos: Partial<Anexo>[] = [{}]): Email {
  const attachments = anexos.map((each, n) =>
    sampleAnexo(String(n + 1), { id: exampleId(201 + n), ...each }),
  );
  return sampleEmail(attachments, {
    id: exampleId(101),
    assunto: "Notas fiscais",
    remetente: "nfe@moinho.example",
    remetenteNome: "Moinho Estrela",
    destinatario: "fiscal@ipedolargo.example",
    data: NOW,
    recebidaEm: NOW,
    corpoMensagem: "Segue a nota.",
    ...part,
  });
}

/** A server that has these e-mails; its filter restricts nothing. */
export function emailsAnswers(emails: Email[]): Answers {
  return {
    "Email.getListEmail": () => listOf(emails),
    "Email.getEmail": ({ id }) => {
      const found = emails.find((each) => each.id === id);
      if (!found) throw new Refused("E-mail não encontrado.");
      return { object: found };
    },
  };
}
