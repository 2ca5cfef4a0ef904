#include "linkspan/iri.h"

namespace linkspan {

std::string_view name(Warning warning) {
  switch (warning) {
    case Warning::host_not_idna:
      return "host-not-idna";
    case Warning::joined_lines:
      return "joined-lines";
  }
  return {};
}

}  // namespace linkspan
