import { useEffect, useRef } from "react";
import classes from "./Checkbox.module.css";

/**
 * A checkbox without a visible label; the name is for screen readers, which do not see its row or column.
 */
export function Checkbox(props: {
  rotulo: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: () => void;
}): React.JSX.Element {
  const { rotulo, checked, indeterminate = false, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={classes.alvo}>
      <input
        ref={input}
        type="checkbox"
        className={classes.caixa}
        aria-label={rotulo}
        checked={checked}
        onChange={onChange}
      />
    </label>
  );
}
