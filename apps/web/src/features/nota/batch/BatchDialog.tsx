import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN } from "@malote/contract";
import { formatInteger, formatReais } from "@malote/syntax";
import { Group, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { type LoteCount, type LoteTarget, loteCountQuery, startLote } from "../../../rpc/documents/lotes.ts";
import { openLote } from "../../../rpc/documents/watched-lotes.ts";
import { loteTexts } from "../../../texts/lists/lotes.ts";
import { manifestacaoTexts } from "../../../texts/nota/manifestacao.ts";
import {
  ReasonField,
  RequestChoices,
  RequestDialog,
  useRequest,
} from "../../../ui/documento/RequestDialog.tsx";
import { checkJustificativa } from "../manifestacao/manifestacao-choice.ts";
import { refusalTextOf } from "../manifestacao/send-manifestacao.ts";
import { countReason } from "../quarentena/release-rules.ts";
import classes from "./BatchDialog.module.css";
import { type BatchOption, type BatchSubject, optionsOf } from "./lote-options.ts";

const { antes: texts } = loteTexts;
const { dialogo: t } = manifestacaoTexts;

/** Before a lote: how many documents accept each option, and why the others do not. */
export function BatchDialog(props: {
  subject: BatchSubject;
  target: LoteTarget;
  /** started: a lote runs now. */
  onClose: (started: boolean) => void;
}): React.JSX.Element {
  const { subject, target, onClose } = props;
  const { data: count, error: failed } = useQuery(loteCountQuery(target));
  const options = count ? optionsOf(subject, count) : [];
  const [key, setKey] = useState<string | null>(null);
  const [justificativa, setJustificativa] = useState("");
  const chosen = options.find((option) => option.key === (key ?? firstKeyOf(subject, options)));
  const wrong = chosen?.status ? checkJustificativa({ status: chosen.status, justificativa }) : null;
  const send = async (): Promise<string | null> => {
    if (!chosen || chosen.accept === 0) return texts.falta;
    if (wrong !== null) return wrong;
    try {
      const reason = chosen.status === 3 ? justificativa.trim() : null;
      const { act } = chosen;
      openLote(await startLote(target, "marca" in act ? act : { ...act, justificativa: reason }));
      return null;
    } catch (error) {
      return refusalTextOf(error);
    }
  };
  const { error, setError, sending, submit } = useRequest(send, () => onClose(true));
  const isFieldError = error !== null && error === wrong;
  const failure = failed === null ? null : explainFailure(failed);
  return (
    <RequestDialog
      title={subject === "manifestacao" ? t.titulo : texts.tituloMarca(wordOf(subject))}
      size={560}
      changed={key !== null}
      sending={sending}
      submit={chosen?.submit ?? (subject === "manifestacao" ? texts.enviarSefaz("0") : texts.marcar)}
      error={isFieldError ? null : (error ?? failure?.texto ?? failure?.titulo)}
      notice={subject === "manifestacao" ? texts.definitivo : texts.desfazivel}
      subject={<Subject count={count} />}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      {count && (
        <RequestChoices label={texts.escolha}>
          {options.map((option) => (
            <Option
              key={option.key}
              option={option}
              total={count.total}
              checked={chosen?.key === option.key}
              onCheck={() => {
                setKey(option.key);
                setError(null);
              }}
            />
          ))}
        </RequestChoices>
      )}
      {chosen?.status === 3 && (
        <ReasonField
          label={t.justificativa}
          hint={t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}
          count={t.conta(countReason(justificativa), JUSTIFICATIVA_MAX)}
          value={justificativa}
          error={isFieldError ? error : null}
          autoFocus
          onChange={(typed) => {
            setJustificativa(typed);
            setError(null);
          }}
        />
      )}
    </RequestDialog>
  );
}

/** A mark that most likely is meant is chosen already; nothing is sent to SEFAZ by default. */
function firstKeyOf(subject: BatchSubject, options: readonly BatchOption[]): string | undefined {
  return subject === "manifestacao" ? undefined : options.find(({ accept }) => accept > 0)?.key;
}

function wordOf(subject: Exclude<BatchSubject, "manifestacao">): string {
  return texts.marca[subject === "processado" ? "processadoErp" : subject];
}

function Subject({ count }: { count: LoteCount | undefined }): React.JSX.Element {
  if (!count) return <span role="status">{texts.contando}</span>;
  const { total, valorTotal, divergentes } = count;
  return (
    <>
      <b>{texts.assunto(formatInteger(total), formatReais(valorTotal))}</b> {texts.explica}{" "}
      {divergentes > 0 && texts.contraditas(formatInteger(divergentes))}
    </>
  );
}

function Option(props: {
  option: BatchOption;
  total: number;
  checked: boolean;
  onCheck: () => void;
}): React.JSX.Element {
  const { option, total, checked, onCheck } = props;
  const { key, title, meaning, accept, reasons } = option;
  return (
    <Radio
      py={11}
      name="opcao"
      value={key}
      checked={checked}
      disabled={accept === 0}
      onChange={onCheck}
      styles={{ labelWrapper: { flex: 1 } }}
      label={
        <Group component="span" justify="space-between" align="flex-start" gap="2px 16px">
          <Stack component="span" gap={1} flex="1 1 220px">
            <b>{title}</b>
            <span className="t-second">{meaning}</span>
          </Stack>
          <Stack component="span" gap={1} className={classes.count}>
            <b className="num">{texts.de(formatInteger(accept), formatInteger(total))}</b>
            {reasons.map((reason) => (
              <Text span key={reason} fz="xs" lh="inherit" c={accept === 0 ? "var(--warn-text)" : "dimmed"}>
                {reason}
              </Text>
            ))}
          </Stack>
        </Group>
      }
    />
  );
}
