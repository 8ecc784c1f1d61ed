import { formatInteger } from "@malote/syntax";
import { DataList, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainActionFailure, Refusal, toOneLine } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type RequestEmail, requestEmailsQuery, requestXmls } from "../../rpc/documents/missing-xmls.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { missingXmlTexts } from "../../texts/lists/missing-xmls.ts";
import { Fact, FreeText } from "../../ui/documento/DocContent.tsx";
import { RequestDialog, useRequest } from "../../ui/documento/RequestDialog.tsx";
import { Spinner } from "../../ui/feedback/Spinner.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";

const { carta: t } = missingXmlTexts;

/** Shows the e-mails that request XMLs, and sends them. */
export function RequestEmailDialog(props: {
  ids: readonly string[];
  reminderDays: number;
  onClose: () => void;
}): React.JSX.Element {
  const { ids, reminderDays, onClose } = props;
  const { data: emails, error } = useQuery(requestEmailsQuery(ids));
  const [typed, setTyped] = useState<string | null>(null);
  const [first, ...others] = emails ?? [];
  const known = first?.enderecos[0] ?? "";
  const para = typed ?? known;
  const isOne =
    first !== undefined && others.every(({ cnpjEmitente }) => cnpjEmitente === first.cnpjEmitente);
  const request = useRequest(
    () => send(ids, isOne ? para.trim() : null),
    () => {
      onClose();
    },
  );
  const failure = error && explainActionFailure(error, t.falha);
  return (
    <RequestDialog
      title={isOne || emails === undefined ? t.titulo : t.tituloVarios}
      size={640}
      changed={typed !== null && typed !== known}
      sending={request.sending || (emails === undefined && !error)}
      submit={isOne ? t.enviar : t.enviarVarios(emails?.length ?? 1)}
      error={request.error ?? (failure && toOneLine(failure))}
      notice={t.lembrete(reminderDays)}
      onSubmit={() => {
        if (emails !== undefined && emails.length > 0) void request.submit();
      }}
      onClose={onClose}
    >
      {emails === undefined && !error && <Spinner />}
      {isOne && <AddressField email={first} value={para} onChange={setTyped} />}
      <Stack gap={16} mt={14}>
        {emails?.map((email) => (
          <EmailView key={email.ids.join()} email={email} isOne={isOne} />
        ))}
      </Stack>
    </RequestDialog>
  );
}

function AddressField(props: {
  email: RequestEmail;
  value: string;
  onChange: (value: string) => void;
}): React.JSX.Element {
  const { email, value, onChange } = props;
  const usuario = useCurrentUser()?.usuario;
  const isManager = usuario?.administrador === true || usuario?.proprietarioConta === true;
  const hint = email.enderecos.length > 0 ? t.paraDica : t.paraNovo;
  return (
    <TextInput
      type="email"
      required
      mt={8}
      label={t.para}
      description={isManager ? hint : `${hint} ${t.paraFixo}`}
      list="enderecos-do-fornecedor"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        <datalist id="enderecos-do-fornecedor">
          {email.enderecos.map((address) => (
            <option key={address} value={address} />
          ))}
        </datalist>
      }
    />
  );
}

function EmailView({ email, isOne }: { email: RequestEmail; isOne: boolean }): React.JSX.Element {
  return (
    <section aria-label={email.assunto}>
      <DataList gap={6} labelWidth={112} py={4}>
        {!isOne && <Fact label={t.para}>{email.enderecos[0] ?? missingXmlTexts.semEndereco}</Fact>}
        <Fact label={t.responderA}>{email.responderA}</Fact>
        <Fact label={t.assunto}>{email.assunto}</Fact>
      </DataList>
      <Paper
        withBorder
        bg="var(--ground)"
        mt={8}
        px={16}
        py={12}
        mah={isOne ? 320 : 140}
        style={{ overflow: "auto" }}
        tabIndex={0}
        role="region"
        aria-label={t.texto}
      >
        <Text component="div" size="sm">
          <FreeText>{email.texto}</FreeText>
        </Text>
      </Paper>
    </section>
  );
}

/** @returns the refusal as a sentence; null if all or some emails were accepted */
async function send(ids: readonly string[], para: string | null): Promise<string | null> {
  try {
    const refusals = await requestXmls(ids, para);
    const sent = formatInteger(ids.length - refusals.length);
    if (refusals.length === ids.length) return refusals[0] ?? t.falha;
    showToast(para === null ? missingXmlTexts.pedidos(sent) : missingXmlTexts.pedido(sent, para));
    showRefusals(refusals);
    return null;
  } catch (error) {
    return sentenceOf(error);
  }
}

/** The documents that a bulk action left out, and why the first one. */
export function showRefusals(refusals: readonly string[]): void {
  const [texto] = refusals;
  if (texto === undefined) return;
  showFailureToast({ titulo: missingXmlTexts.recusados(formatInteger(refusals.length)), texto });
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.erros[0]?.mensagem ?? error.message;
  const failure = explainActionFailure(error, t.falha);
  return failure ? toOneLine(failure) : t.falha;
}
