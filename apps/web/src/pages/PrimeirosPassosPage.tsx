/** In construction: its owner replaces it whole. */
export function PrimeirosPassosPage(): React.JSX.Element {
  return <h1>Primeiros passos</h1>;
}
