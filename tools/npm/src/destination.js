export function destinationsOf() { return {}; }
