import { Box, Button, Fieldset, Group, Loader, Modal, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { general } from "../../texts/app/general.ts";
import { Alert } from "../feedback/Alert.tsx";
import { GuardedForm } from "../form/GuardedForm.tsx";
import { closeWithConfirm } from "../overlay/unsaved-changes.ts";
import classes from "./RequestDialog.module.css";

/** The sending of a request. `send` returns the refusal as a sentence, "" if the user knows it, else null. */
export function useRequest(send: () => Promise<string | null>, onDone: () => void) {
  const [error, setError] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const submit = async (): Promise<void> => {
    if (sending) return;
    setSending(true);
    const refused = await send();
    setSending(false);
    if (refused === null) onDone();
    else setError(refused || null);
  };
  return { error, setError, sending, submit };
}

/** Dialog that sends a request about a document; a draft is left only after a question. */
export function RequestDialog(props: {
  title: string;
  size: number;
  changed: boolean;
  sending: boolean;
  submit: string;
  danger?: boolean;
  /** The document, when the page does not show it. */
  subject?: React.ReactNode;
  /** A refusal that belongs to no field. */
  error?: React.ReactNode;
  /** What the user should know before sending. */
  notice?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { title, size, changed, sending, submit, danger = false, error, notice } = props;
  const close = (): void => void closeWithConfirm(changed, props.onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      <GuardedForm
        changed={changed}
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {props.subject && <p className="t-second">{props.subject}</p>}
        {props.children}
        {error && (
          <p className="campo-erro" role="alert">
            {error}
          </p>
        )}
        {notice && (
          <Text size="xs" c="dimmed" mt={14}>
            {notice}
          </Text>
        )}
        <Group className={classes.actions} justify="flex-end" gap={8} mt={18}>
          <Button variant="default" onClick={close}>
            {general.cancelar}
          </Button>
          <Button type="submit" color={danger ? "red" : "malote"} loading={sending}>
            {submit}
          </Button>
        </Group>
      </GuardedForm>
    </Modal>
  );
}

/** The choices of a request, parted by rules. */
export function RequestChoices(props: { label: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <Fieldset
      variant="unstyled"
      m="14px 0 0"
      className={classes.choices}
      classNames={{ legend: "vh" }}
      legend={props.label}
    >
      {props.children}
    </Fieldset>
  );
}

/** One choice: its title, its meaning, and its deadline or the obstacle that disables it. */
export function RequestChoice(props: {
  name: string;
  title: string;
  meaning: string;
  checked: boolean;
  disabled: boolean;
  note: string | null;
  onCheck: () => void;
}): React.JSX.Element {
  const { name, title, meaning, checked, disabled, note, onCheck } = props;
  return (
    <Radio
      py={11}
      name={name}
      checked={checked}
      disabled={disabled}
      onChange={onCheck}
      label={
        <Stack component="span" gap={1}>
          <b>{title}</b>
          <span className="t-second">{meaning}</span>
          {note !== null && (
            <Text span fz="xs" lh="inherit" c={disabled ? "var(--warn-text)" : "dimmed"}>
              {note}
            </Text>
          )}
        </Stack>
      }
    />
  );
}

/** A reason in free text, with its limits and the count of its characters. */
export function ReasonField(props: {
  id?: string;
  label: string;
  hint: string;
  /** How many characters it has, in words. */
  count: string;
  value: string;
  /** Replaces the hint. */
  error?: string | null;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}): React.JSX.Element {
  const { id, label, hint, count, value, error = null, autoFocus = false, onChange } = props;
  return (
    <Textarea
      id={id}
      mt={14}
      label={label}
      rows={3}
      data-autofocus={autoFocus || undefined}
      error={error !== null}
      description={
        <Group component="span" justify="space-between" wrap="nowrap" gap={16}>
          {error === null ? (
            <span>{hint}</span>
          ) : (
            <Text span inherit c="var(--bad-text)" role="alert">
              {error}
            </Text>
          )}
          <span className="num">{count}</span>
        </Group>
      }
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A request that waits for SEFAZ, or why the last one was refused or failed; none if it was registered. */
export function RequestNotice(props: {
  estado: "pendente" | "registrada" | "recusada" | "falhou";
  titles: { pendente: string; recusada: string; falhou: string };
  /** While it waits: that the user need not. */
  waiting: string;
  message: string | null;
  /** Who requested it, and when. */
  author: string | null;
}): React.JSX.Element | null {
  const { estado, titles, waiting, message, author } = props;
  if (estado === "registrada") return null;
  if (estado === "pendente") {
    return (
      <Group gap={10} mb={10} wrap="nowrap" role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        <div>
          <b>{titles.pendente}</b>
          <p className="t-rotulo">{waiting}</p>
        </div>
      </Group>
    );
  }
  return (
    <Box role="alert" mb={12}>
      <Alert tone="aviso">
        <b>{titles[estado]}</b>
        <br />
        {message}
        <Text span display="block" size="xs">
          {author}
        </Text>
      </Alert>
    </Box>
  );
}
