import {
  IconBellCheck,
  IconCertificate,
  IconEqualNot,
  IconFolderDown,
  IconGauge,
  IconMailX,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { avisos as textos } from "../../textos/avisos.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatQuando } from "../../ui/quando.ts";
import classes from "./Avisos.module.css";
import type { Assunto, Aviso } from "./avisos.ts";

const DESENHOS: Record<Assunto, TablerIcon> = {
  divergencia: IconEqualNot,
  caixa: IconMailX,
  certificado: IconCertificate,
  arquivo: IconFolderDown,
  plano: IconGauge,
};

/** Panel of the alerts, newest first; each links to the page where the user can act. */
export function AvisosPainel(props: {
  avisos: readonly Aviso[];
  isLido: (id: string) => boolean;
  onLer: (avisos: readonly Aviso[]) => void;
  onClose: () => void;
}): React.JSX.Element {
  const { avisos, isLido, onLer, onClose } = props;
  const novos = avisos.filter(({ id }) => !isLido(id));
  return (
    <>
      <div className={classes.topo}>
        <h2 className="t-secao">{textos.titulo}</h2>
        {novos.length > 0 && (
          <button type="button" className="link" onClick={() => onLer(novos)}>
            {textos.marcarTodos}
          </button>
        )}
      </div>
      {avisos.length === 0 ? (
        <div className={classes.vazio}>
          <IconBellCheck size={24} stroke={1.5} aria-hidden="true" />
          <div>
            <b>{textos.vazio}</b>
            <p>{textos.vazioTexto}</p>
          </div>
        </div>
      ) : (
        <ul className={classes.lista} aria-label={textos.titulo}>
          {avisos.map((aviso) => (
            <Item
              key={aviso.id}
              aviso={aviso}
              lido={isLido(aviso.id)}
              onAbrir={() => {
                onLer([aviso]);
                onClose();
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Item(props: { aviso: Aviso; lido: boolean; onAbrir: () => void }): React.JSX.Element {
  const { aviso, lido, onAbrir } = props;
  const zona = useZona();
  const agora = useAgora();
  const Icone = DESENHOS[aviso.assunto];
  return (
    <li>
      <Link to={aviso.to} className={classes.item} data-lido={lido} onClick={onAbrir}>
        <span className={classes.icone} data-tom={aviso.tom}>
          <Icone size={18} stroke={1.6} aria-hidden="true" />
        </span>
        <span className={classes.miolo}>
          <b>{aviso.titulo}</b>
          <span>{aviso.texto}</span>
          <span className={classes.quando}>
            {aviso.quando ? formatQuando(aviso.quando, agora, zona) : textos.semData}
          </span>
        </span>
        {!lido && (
          <span className={classes.ponto}>
            <span className="vh">, {textos.naoLido}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
