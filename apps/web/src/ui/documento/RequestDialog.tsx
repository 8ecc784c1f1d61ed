import { Button, Fieldset, Group, Loader, Modal, Radio, Stack, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { general } from "../../texts/app/general.ts";
import { GuardedForm } from "../form/GuardedForm.tsx";
import { closeWithConfirm } from "../overlay/unsaved-changes.ts";
import classes from "./RequestDialog.module.css";

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
        {props.subject && <p className={classes.subject}>{props.subject}</p>}
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
          <Button type="submit" className={danger ? "botao botao-perigo" : undefined} loading={sending}>
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
      mt={14}
      className={classes.choices}
      legend={<span className="vh">{props.label}</span>}
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
      size="xs"
      py={11}
      name={name}
      checked={checked}
      disabled={disabled}
      onChange={onCheck}
      label={
        <Stack component="span" gap={1} fz="sm" lh="20px">
          <Text span inherit fw={550}>
            {title}
          </Text>
          <Text span inherit c="var(--text-2)">
            {meaning}
          </Text>
          {note !== null && (
            <Text span className="num" fz="xs" lh="inherit" c={disabled ? "var(--warn-text)" : "dimmed"}>
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

/** A request that waits for SEFAZ, or why the last one was refused or failed. */
export function RequestNotice(props: {
  pending: boolean;
  title: string;
  text: string | null;
  /** Who requested it, and when. */
  author?: string | null | undefined;
}): React.JSX.Element {
  const { pending, title, text, author } = props;
  if (pending) {
    return (
      <Group gap={10} mb={10} wrap="nowrap" role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        <div>
          <Text inherit fw={550}>
            {title}
          </Text>
          <Text inherit fz="xs" c="dimmed">
            {text}
          </Text>
        </div>
      </Group>
    );
  }
  return (
    <Group role="alert" data-tom="aviso" className={classes.failed} gap={10} mb={12} wrap="nowrap">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <Stack gap={2}>
        <Text inherit fw={600}>
          {title}
        </Text>
        {text && <Text inherit>{text}</Text>}
        {author && (
          <Text inherit fz="xs">
            {author}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
