import { formatTamanho } from "@malote/syntax";
import { IconCertificate, IconFileUpload, IconX } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { certificado as textos } from "../../../textos/certificados.ts";
import { useIsPhone } from "../../../ui/telas.ts";
import { ACEITOS, TAMANHO_MAX } from "./arquivo.ts";
import classes from "./Soltar.module.css";

const { arquivo: t } = textos;

/** The drop zone of the file; it is the browser's own file field, for click and keyboard too. */
export function Soltar(props: {
  arquivo: File | null;
  erro: string | undefined;
  bloqueado: boolean;
  onArquivo: (arquivo: File | null) => void;
  ref?: React.Ref<HTMLInputElement>;
}): React.JSX.Element {
  const { arquivo, erro, bloqueado, onArquivo, ref } = props;
  const id = useId();
  const phone = useIsPhone();
  const { sobre, ...drag } = useSoltar(bloqueado, onArquivo);
  return (
    <div>
      <p className="campo-rotulo" id={`${id}-rotulo`}>
        {t.rotulo}
      </p>
      <div className={classes.zona} data-sobre={sobre} data-erro={erro ? true : undefined} {...drag}>
        <label className={classes.alvo}>
          <input
            ref={ref}
            type="file"
            className={classes.campo}
            accept={ACEITOS}
            disabled={bloqueado}
            aria-labelledby={`${id}-rotulo ${id}-nome`}
            aria-describedby={`${id}-dica`}
            aria-invalid={erro ? true : undefined}
            // Lets the user select the same file again, after correcting it.
            onClick={({ currentTarget }) => {
              currentTarget.value = "";
            }}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.files?.[0];
              if (chosen) onArquivo(chosen);
            }}
          />
          <span className={classes.desenho} data-escolhido={arquivo !== null}>
            {arquivo ? (
              <IconCertificate size={22} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconFileUpload size={22} stroke={1.6} aria-hidden="true" />
            )}
          </span>
          <span className={classes.texto}>
            <b id={`${id}-nome`}>{sobre ? t.solteAgora : (arquivo?.name ?? (phone ? t.toque : t.solte))}</b>
            <span className="num">{arquivo ? formatTamanho(arquivo.size) : t.dica(TAMANHO_MAX)}</span>
          </span>
          <span className={classes.botao} aria-hidden="true">
            {arquivo ? t.outro : t.escolher}
          </span>
        </label>
        {arquivo && !bloqueado && (
          <button
            type="button"
            className={`icone ${classes.tirar}`}
            aria-label={t.tirar}
            data-dica={t.tirar}
            onClick={() => onArquivo(null)}
          >
            <IconX size={16} stroke={1.8} aria-hidden="true" />
          </button>
        )}
      </div>
      <p id={`${id}-dica`} className="campo-erro" role={erro ? "alert" : undefined}>
        {erro}
      </p>
    </div>
  );
}

/** Handles drags over the zone, and prevents the browser from opening the dropped file. */
function useSoltar(bloqueado: boolean, onArquivo: (arquivo: File) => void) {
  const [sobre, setSobre] = useState(false);
  // `dragenter` of a child fires before `dragleave` of its parent.
  const depth = useRef(0);
  const leave = (): void => {
    depth.current = Math.max(0, depth.current - 1);
    setSobre(depth.current > 0);
  };
  return {
    sobre: sobre && !bloqueado,
    onDragEnter: () => {
      depth.current += 1;
      setSobre(true);
    },
    onDragLeave: leave,
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      depth.current = 0;
      setSobre(false);
      const dropped = event.dataTransfer.files[0];
      if (dropped && !bloqueado) onArquivo(dropped);
    },
  };
}
