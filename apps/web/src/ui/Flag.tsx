import classes from "./Flag.module.css";

/** The icon of a flag: a filled tick, or an empty ring. */
export function FlagIcone({ ligada, size = 16 }: { ligada: boolean; size?: number }): React.JSX.Element {
  return (
    <svg
      className={classes.desenho}
      data-ligada={ligada}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {ligada ? (
        <>
          <circle cx="8" cy="8" r="7.25" />
          <path d="M5.1 8.2 7.2 10.2 10.9 6.2" />
        </>
      ) : (
        <circle cx="8" cy="8" r="6.5" />
      )}
    </svg>
  );
}

/** One flag of a document in a row, toggled by a click; `dica` names who set it and when. */
export function Flag(props: {
  ligada: boolean;
  rotulo: string;
  dica: string;
  bloqueada?: boolean;
  onToggle: () => void;
}): React.JSX.Element {
  const { ligada, rotulo, dica, bloqueada = false, onToggle } = props;
  return (
    <button
      type="button"
      className={classes.alvo}
      aria-pressed={ligada}
      aria-label={`${rotulo}. ${dica}`}
      aria-disabled={bloqueada}
      data-dica={dica}
      onClick={() => {
        if (!bloqueada) onToggle();
      }}
    >
      <FlagIcone ligada={ligada} />
    </button>
  );
}
