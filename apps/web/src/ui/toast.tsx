import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconTag } from "@tabler/icons-react";
import { geral } from "../textos/geral.ts";
import classes from "./toast.module.css";

const AVISO_MS = 6_000;

/** The action button of a toast. */
export type Ligacao = { rotulo: string; onClick: () => void };

/** Shows a success toast with one sentence; it closes by itself. */
export function avisar(mensagem: string, ligacao?: Ligacao): void {
  const id = notifications.show({
    title: geral.nome,
    message: <Mensagem texto={mensagem} ligacao={ligacao} onDone={() => notifications.hide(id)} />,
    icon: <IconTag size={18} stroke={1.6} aria-hidden="true" />,
    autoClose: AVISO_MS,
    withCloseButton: false,
    classNames: classes,
  });
}

/** Shows a failure toast; it stays until closed. Null shows nothing. */
export function avisarFalha(falha: { titulo: string; texto: string } | null, ligacao?: Ligacao): void {
  if (!falha) return;
  const id = `falha-${falha.titulo}`;
  notifications.hide(id);
  notifications.show({
    id,
    title: falha.titulo,
    message: <Mensagem texto={falha.texto} ligacao={ligacao} onDone={() => notifications.hide(id)} />,
    icon: <IconAlertCircle size={18} stroke={1.6} aria-hidden="true" />,
    autoClose: false,
    role: "alert",
    closeButtonProps: { "aria-label": geral.fechar },
    classNames: { ...classes, icon: `${classes.icon} ${classes.falha}` },
  });
}

function Mensagem(props: {
  texto: string;
  ligacao: Ligacao | undefined;
  onDone: () => void;
}): React.JSX.Element {
  const { texto, ligacao, onDone } = props;
  if (!ligacao) return <>{texto}</>;
  return (
    <>
      {texto}{" "}
      <button
        type="button"
        className="link"
        onClick={() => {
          onDone();
          ligacao.onClick();
        }}
      >
        {ligacao.rotulo}
      </button>
    </>
  );
}
