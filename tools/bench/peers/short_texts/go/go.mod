module linkspan.example/bench

go 1.19

require linkspan.example/links v0.0.0

replace linkspan.example/links => ../../../../examples/go
