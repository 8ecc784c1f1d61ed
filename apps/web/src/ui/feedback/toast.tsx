import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconTag } from "@tabler/icons-react";
import { general } from "../../texts/app/general.ts";
import classes from "./toast.module.css";

const TOAST_MS = 6_000;
const LOOK = { classNames: classes, radius: "md" };

/** The action button of a toast. */
export type ToastAction = { label: string; onClick: () => void };

/**
 * Shows a success toast with one sentence; it closes by itself, unless it stays.
 * @returns its id, to hide it
 */
export function showToast(
  message: string,
  action?: ToastAction,
  { stays = false }: { stays?: boolean } = {},
): string {
  const id = notifications.show({
    title: general.nome,
    message: <ToastMessage texto={message} action={action} onDone={() => notifications.hide(id)} />,
    icon: <IconTag size={18} stroke={1.6} aria-hidden="true" />,
    autoClose: stays ? false : TOAST_MS,
    withCloseButton: false,
    color: "var(--ok-icon)",
    ...LOOK,
  });
  return id;
}

/** Shows a failure toast; it stays until closed. Null shows nothing. */
export function showFailureToast(
  failure: { titulo: string; texto: string } | null,
  action?: ToastAction,
): void {
  if (!failure) return;
  const id = `falha-${failure.titulo}`;
  notifications.hide(id);
  notifications.show({
    id,
    title: failure.titulo,
    message: <ToastMessage texto={failure.texto} action={action} onDone={() => notifications.hide(id)} />,
    icon: <IconAlertCircle size={18} stroke={1.6} aria-hidden="true" />,
    autoClose: false,
    color: "var(--bad-text)",
    role: "alert",
    closeButtonProps: { "aria-label": general.fechar },
    ...LOOK,
  });
}

function ToastMessage(props: {
  texto: string;
  action: ToastAction | undefined;
  onDone: () => void;
}): React.JSX.Element {
  const { texto: text, action, onDone } = props;
  if (!action) return <>{text}</>;
  return (
    <>
      {text}{" "}
      <button
        type="button"
        className="link"
        onClick={() => {
          onDone();
          action.onClick();
        }}
      >
        {action.label}
      </button>
    </>
  );
}
